/** Cuts out of the display font what every page needs at once: its ASCII, half of the bytes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';

const packageDir = dirname(
  createRequire(import.meta.url).resolve('@fontsource/gabarito/package.json'),
);
const cacheDir = resolve(import.meta.dirname, '../node_modules/.cache/qkart');

const FIRST = 0x20;
const LAST = 0x7e;
const ascii = String.fromCodePoint(
  ...Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index),
);

/** @returns the file that was written, WOFF2 */
export async function cutDisplayFont(): Promise<string> {
  const source = await readFile(join(packageDir, 'files/gabarito-latin-700-normal.woff2'));
  const file = join(cacheDir, 'gabarito-ascii-700.woff2');
  await mkdir(cacheDir, { recursive: true });
  await writeFile(file, await subsetFont(source, ascii, { targetFormat: 'woff2' }));
  return file;
}
