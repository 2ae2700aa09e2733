/** Measures searches over HTTP by the durations in the server's log. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './processes.ts';
import { feedFile, readFeed } from './search/feed.ts';
import { judge } from './search/judgements.ts';

/** The judged queries, or some for the demo catalogue. */
export function searchTexts(): string[] {
  if (!existsSync(feedFile)) return ['lamp', 'leather bag', 'shoes', 'red', 'gam', 'watch'];
  return judge(readFeed(feedFile)).map(({ text }) => text);
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
