/** Writes batches of products, or finds out what writing them would change. */

import { nextPosition, writeVersion } from '../../catalogue/store.ts';
import type { Services } from '../../services.ts';
import { lockCatalogue } from '../../storage/locks.ts';
import type { Db, Tx } from '../../storage/schema.ts';
import { type Counts, noCounts } from './checkpoint.ts';
import type { CountRecords } from './progress.ts';
import type { Changes, Task } from './tasks.ts';

/** Products that the catalogue is asked about and that are written with one statement. */
export type Batches<T> = AsyncIterable<T[]> | Iterable<T[]>;

/** @returns what would become of them */
export function compareBatches<T>(
  db: Db,
  task: Task<T>,
  batches: Batches<T>,
  count: CountRecords,
): Promise<Counts> {
  return forEachBatch(db, task, batches, noCounts, count, async () => {});
}

/** @param before what is done already; the counts go on from there */
export async function writeBatches<T>(
  tx: Tx,
  task: Task<T>,
  batches: Batches<T>,
  before: Counts,
  count: CountRecords,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
): Promise<Counts> {
  await lockCatalogue(tx);
  let position = await nextPosition(tx);
  const counts = await forEachBatch(tx, task, batches, before, count, async (changes) => {
    await changes.write(tx, position, now());
    position += changes.added;
  });
  const hasChanged = counts.added + counts.updated > before.added + before.updated;
  if (hasChanged) await writeVersion(tx, newId());
  return counts;
}

async function forEachBatch<T>(
  db: Db,
  task: Task<T>,
  batches: Batches<T>,
  before: Counts,
  count: CountRecords,
  write: (changes: Changes) => Promise<void>,
): Promise<Counts> {
  const counts = { ...before };
  for await (const batch of batches) {
    const changes = await task.findChanges(db, batch);
    await write(changes);
    counts.records += batch.length;
    counts.added += changes.added;
    counts.updated += changes.updated;
    counts.unchanged += changes.unchanged;
    count(counts.records);
  }
  return counts;
}
