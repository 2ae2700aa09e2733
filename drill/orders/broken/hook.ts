/** Replaces texts of a broken server's sources when they are loaded. A text that does not occur once is an error. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Replacement } from './shops.ts';

// Only tests set the variable.
const replacements = JSON.parse(process.env.DRILL_REPLACEMENTS ?? '[]') as Replacement[];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = replacements.filter(({ file }) => pathToFileURL(file).href === url);
    if (own.length === 0) return loaded;
    const source = own.reduce((text, { file, from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} must contain once: ${from}`);
      return text.replace(from, () => to);
    }, String(loaded.source));
    return { ...loaded, source };
  },
});
