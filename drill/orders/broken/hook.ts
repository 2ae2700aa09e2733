/**
 * Loaded before a server: some of its source is another then. Which is said in the environment, as the
 * JSON of `Replacement[]`. A text that is no longer there keeps the server from starting.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { REPLACEMENTS, type Replacement } from './replacement.ts';

// Set by `brokenBy`, and by nobody else.
const replacements = JSON.parse(process.env[REPLACEMENTS] ?? '[]') as Replacement[];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = replacements.filter(({ file }) => pathToFileURL(file).href === url);
    if (own.length === 0) return loaded;
    const source = own.reduce(replace, String(loaded.source));
    return { ...loaded, source };
  },
});

function replace(source: string, { file, from, to }: Replacement): string {
  if (source.split(from).length !== 2) throw new Error(`${file} has not one place with: ${from}`);
  return source.replace(from, () => to);
}
