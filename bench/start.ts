/** Measures the start of the server and its memory at rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMib } from '../scripts/process-figures.ts';
import { medianOf } from './search/metrics.ts';
import { openFilledDatabase, startShop } from './shop.ts';
import { type Row, rowOf } from './table.ts';

/** Measures the time from the start of the process to the first page. */
export async function* measureStart(): AsyncGenerator<Row> {
  const database = await openFilledDatabase('sqlite');
  const durations: number[] = [];
  for (let start = 0; start < 5; start++) {
    const startedAt = performance.now();
    const server = await startShop(database, { readyPath: '/' });
    durations.push(performance.now() - startedAt);
    await server.stop();
  }
  yield rowOf('start to the first page', medianOf(durations), ['at most', 800], 'ms');
  const server = await startShop(database, {});
  // V8 collects the garbage of the search index meanwhile.
  await sleep(3_000);
  yield rowOf('memory at rest', residentMib(server.pid), ['at most', 160], 'MiB');
  await server.stop();
  await database.storage.close();
}
