/** Measures the start of the server, its memory, and the build of the pages. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { paths, searchPath } from '../contract/paths.ts';
import { residentMib } from '../scripts/process-figures.ts';
import type { Options } from './compare.ts';
import { saturate } from './load.ts';
import { medianOf } from './search/metrics.ts';
import { openFilledDatabase, type Shop, startShop } from './shop.ts';
import { type Row, rowAtMost } from './table.ts';

/** Measures the time from the start of the process to the first page. */
export async function measureStart(): Promise<Row[]> {
  const database = await openFilledDatabase('sqlite');
  const durations: number[] = [];
  for (let start = 0; start < 5; start++) {
    const startedAt = performance.now();
    const server = await startShop(database, { readyPath: '/' });
    durations.push(performance.now() - startedAt);
    await server.stop();
  }
  await database.storage.close();
  return [rowAtMost('start to the first page', medianOf(durations), 800, 'ms')];
}

export async function measureMemory({ server }: Shop, { rounds }: Options): Promise<Row[]> {
  const calls = ['/', paths.products, searchPath('phone'), paths.facets].map((path) => ({ path }));
  const mibAfter = async (requests: number) => {
    for (let sent = 0; sent < requests; ) {
      sent += 2 * (await saturate({ server }, calls, { connections: 32, seconds: 2 })).perSecond;
    }
    await sleep(3_000);
    return residentMib(server.pid);
  };
  const atRest = rowAtMost('memory at rest', await mibAfter(0), 160, 'MiB');
  // After 100,000 requests the caches are full.
  const before = await mibAfter(100_000);
  // A single round is a trial, which should be short.
  const grown = (await mibAfter(rounds === 1 ? 100_000 : 1_000_000)) - before;
  const what = 'memory grown by a million requests';
  const row = rowAtMost(what, grown, Math.round(before / 10), 'MiB');
  return [atRest, { ...row, more: `from ${Math.round(before)} MiB` }];
}

export async function measureBuild(): Promise<Row[]> {
  const startedAt = performance.now();
  const cwd = resolve(import.meta.dirname, '..');
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd });
  return [rowAtMost('build of the pages', (performance.now() - startedAt) / 1_000, 5, 's')];
}
