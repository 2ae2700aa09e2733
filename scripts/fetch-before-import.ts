/** Each `import()` of the pages begins with `fetchScripts`, in place of Vite's preloads. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Vite wraps every `import()` in the function of this module, and passes the files that the import needs. */
const WRAPPER = '\0vite/preload-helper.js';
const FETCH = resolve(import.meta.dirname, '../web/app/fetch-scripts.ts');

export function fetchBeforeImport(): Plugin {
  return {
    name: 'fetch-before-import',
    enforce: 'pre',
    load(id) {
      if (id !== WRAPPER) return null;
      return `import { fetchScripts } from ${JSON.stringify(FETCH)};
export async function __vitePreload(importFiles, files = []) {
  await fetchScripts(files.map((file) => '/' + file));
  return importFiles();
}`;
    },
  };
}
