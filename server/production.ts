/** React takes its slower half, which explains mistakes, unless it is told before it is loaded. */
process.env.NODE_ENV ??= 'production';
