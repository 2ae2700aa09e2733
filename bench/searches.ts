/** Measures searches over HTTP by the durations in the server's log. */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { COLOURS, generateCatalogue, types } from '../server/testing/generated-catalogue.ts';
import type { Server } from './processes.ts';

const forms: readonly ((type: string, brand: string, colour: string) => string)[] = [
  (type) => type,
  (type) => `${type}s`,
  (type) => `${type.slice(0, -3)}${type.at(-1)}${type.slice(-3, -1)}`, // a typo
  (type) => type.slice(0, -2),
  (type, brand) => `${brand} ${type}`,
  (type, brand, colour) => `${colour} ${type} for ${brand}`,
];

/** Searches for words of the generated catalogue. */
export function searchTexts(count = 228): string[] {
  return Array.from(generateCatalogue(count), ({ brand }, index) => {
    const type = types[index % types.length]?.type ?? '';
    const colour = COLOURS[index % COLOURS.length] ?? '';
    return forms[index % forms.length]?.(type, brand, colour) ?? '';
  });
}

const WORDS_OF_LONG = 8;

/** Searches of eight words, which hardly any product has all of: half of the name of one product, and half of another. */
export function longSearchTexts(count = 60): string[] {
  const names = Array.from(generateCatalogue(8 * count), ({ name }) => name.split(/[ -]+/));
  const long = names.filter(({ length }) => length >= WORDS_OF_LONG);
  return Array.from({ length: count }, (_, index) => {
    const [one = [], other = []] = [long[index], long[index + count]];
    const half = WORDS_OF_LONG / 2;
    return [...one.slice(0, half), ...other.slice(1, half + 1)].join(' ');
  });
}

/** Adds punctuation that the search ignores, so that no response is in the response cache. */
export function uncached(texts: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const mark = index.toString(2).replaceAll('0', '-').replaceAll('1', '!');
    return `${mark} ${texts[index % texts.length]}`;
  });
}

/** @returns the milliseconds of each successful request, from its start to its reply on the server */
export async function timeOnServer({ logFile }: Server, send: () => Promise<unknown>) {
  const { size } = statSync(logFile);
  await send();
  // The server flushes its log every 100 ms.
  await sleep(200);
  const lines = readFileSync(logFile).subarray(size).toString().split('\n');
  return lines.flatMap((line) => {
    if (!line.includes('"msg":"answered"')) return [];
    const { status, ms } = JSON.parse(line);
    // A search without results replies 404.
    return status === 200 || status === 404 ? Number(ms) : [];
  });
}
