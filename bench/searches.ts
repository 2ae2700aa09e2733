/** Measures searches over HTTP by the durations in the server's log. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { searchPath } from '../contract/paths.ts';
import type { Options } from './compare.ts';
import { runAutocannon } from './load.ts';
import type { Server } from './processes.ts';
import { feedFile, readFeed } from './search/feed.ts';
import { judge } from './search/judgements.ts';
import { quantileOf } from './search/metrics.ts';
import type { Shop } from './shop.ts';
import { type Row, rowAtMost } from './table.ts';

const PER_SECOND = 500;

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

export async function measureSearches(shop: Shop, { seconds }: Options): Promise<Row[]> {
  const duration = 8 * seconds;
  const measure = async (what: string, texts: readonly string[]): Promise<Row> => {
    const calls = texts.map((text) => ({ path: searchPath(text) }));
    // With more connections, the searches of one second would wait for each other.
    const load = { connections: 2, overallRate: PER_SECOND, seconds: duration };
    const times = await timeOnServer(shop.server, () => runAutocannon(shop.server, calls, load));
    const row = rowAtMost(`${what}, p99`, quantileOf(times, 0.99), 5, 'ms of server time');
    return { ...row, more: `p50 ${quantileOf(times, 0.5)} ms of ${times.length} requests` };
  };
  const texts = searchTexts();
  const rate = `${PER_SECOND} a second`;
  return [
    await measure(`search, ${rate}`, texts),
    await measure(`new search, ${rate}`, uncached(texts, PER_SECOND * duration * 2)),
  ];
}

/** @returns the milliseconds of each request, from its start to its reply on the server */
export async function timeOnServer({ logFile }: Server, send: () => Promise<unknown>) {
  const { size } = statSync(logFile);
  await send();
  // The server flushes its log every 100 ms.
  await sleep(200);
  const lines = readFileSync(logFile).subarray(size).toString().split('\n');
  return lines.flatMap((line) =>
    line.includes('"msg":"answered"') ? Number(JSON.parse(line).ms) : [],
  );
}
