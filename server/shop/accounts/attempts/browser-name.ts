/**
 * Names the browser and the system of a request, as coarsely as its owner needs to recognise it. The names are a fixed
 * list, so that nothing that a client writes is stored or shown.
 */

/** The first that fits: most browsers also name those that they descend from. */
const browsers: readonly [RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** No browser sends more, and a longer header must not cost more. */
const READ_MAX = 512;

/** @returns like 'Chrome on Android', a part of it, or '' if neither is known */
export function nameBrowser(userAgent = ''): string {
  const text = userAgent.slice(0, READ_MAX);
  const nameOf = (known: typeof browsers) => known.find(([pattern]) => pattern.test(text))?.[1];
  return [nameOf(browsers), nameOf(systems)].filter((name) => name !== undefined).join(' on ');
}
