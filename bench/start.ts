/** Measures the start of the server and its memory at rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMib } from '../scripts/process-figures.ts';
import { medianOf } from './search/metrics.ts';
import { openFilledDatabase, startShop } from './shop.ts';
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
  const server = await startShop(database, {});
  // V8 collects the garbage of the search index meanwhile.
  await sleep(3_000);
  const memory = residentMib(server.pid);
  await server.stop();
  await database.storage.close();
  return [
    rowAtMost('start to the first page', medianOf(durations), 800, 'ms'),
    rowAtMost('memory at rest', memory, 160, 'MiB'),
  ];
}
