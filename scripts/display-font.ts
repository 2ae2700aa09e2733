/**
 * Cuts out of the display font what every page needs at once, half of the bytes: its ASCII, and the
 * ellipsis behind a name that is too long.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const whole = createRequire(import.meta.url).resolve(
  '@fontsource/gabarito/files/gabarito-latin-700-normal.woff2',
);
const cut = resolve(import.meta.dirname, '../node_modules/.cache/qkart/gabarito-ascii-700.woff2');

const FIRST = 0x20;
const LAST = 0x7e;
const ascii = String.fromCodePoint(
  ...Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index),
);
const ELLIPSIS = '\u2026';

/** The pages import it as `display-font.woff2`. */
export function displayFont(): Plugin {
  return {
    name: 'display-font',
    config: () => ({
      resolve: { alias: [{ find: /^display-font\.woff2/, replacement: cut }] },
    }),
    async buildStart() {
      // Built first; what the server's half says of the font is where the browser's stands.
      if (this.environment.name !== 'client') return;
      const font = await subsetFont(await readFile(whole), ascii + ELLIPSIS, {
        targetFormat: 'woff2',
      });
      await mkdir(dirname(cut), { recursive: true });
      await writeFile(cut, font);
    },
  };
}
