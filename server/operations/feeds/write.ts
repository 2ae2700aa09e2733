/** The second reading of a file: writes its records, whole or in chunks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../platform/services.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { nextPosition, writeVersion } from '../../shop/catalogue/store.ts';
import { BATCH_SIZE, toBatches } from './batches.ts';
import { type Changes, findChanges, findKnown, type KnownProducts, lockKnown } from './changes.ts';
import { type Counts, clearCheckpoint, noCounts, saveCheckpoint } from './checkpoint.ts';
import { ImportInterrupted } from './errors.ts';
import type { CountRecords } from './progress.ts';
import type { SourceFile } from './source-file.ts';
import type { CheckedRecord, ImportKind } from './validation.ts';

/** How the records of a file are divided into transactions. On SQLite, orders wait for each of them. */
export interface Chunking {
  /** Up to this number, all records are written in one transaction, which takes about a second on SQLite. */
  wholeMax: number;
  /** The number of records in a chunk of a longer file. */
  chunkSize: number;
  /** The minimum pause between chunks, in milliseconds. */
  pauseMinMs: number;
}

export const defaultChunking: Chunking = { wholeMax: 20_000, chunkSize: 5_000, pauseMinMs: 50 };
/**
 * The pause between chunks, as a part of a chunk's time. Writers that wait for SQLite's lock retry every 10 ms. On
 * a busy machine they retry more slowly, but chunks take longer, too, so every writer gets a turn.
 */
const PAUSE_RATIO = 1 / 5;

/** Batches of records. One statement reads a batch, and one writes it. */
type Batches = AsyncIterable<CheckedRecord[]> | Iterable<CheckedRecord[]>;

/** @returns the counts that writing the records would have */
export function compareRecords(
  db: Db,
  records: AsyncIterable<CheckedRecord>,
  count: CountRecords,
): Promise<Counts> {
  const find = (batch: CheckedRecord[]) => findKnown(db, batch);
  return forEachBatch(find, toBatches(records, BATCH_SIZE), noCounts, count, async () => {});
}

/**
 * Writes all records in one transaction.
 * @param records is called again when the transaction is retried
 */
export function writeAtOnce(
  kind: ImportKind,
  services: Services,
  records: () => AsyncIterable<CheckedRecord>,
  count: CountRecords,
): Promise<Counts> {
  return transact(services.db, (tx) =>
    writeBatches(kind, tx, toBatches(records(), BATCH_SIZE), noCounts, count, services),
  );
}

interface ChunkedImport {
  kind: ImportKind;
  source: SourceFile;
  records: AsyncIterable<CheckedRecord>;
  fingerprint: string;
  /** The counts of an earlier run. */
  done: Counts;
  count: CountRecords;
  chunking: Chunking;
}

/**
 * Commits one chunk of records at a time with a checkpoint, and pauses for other writers in between.
 * @throws ImportInterrupted, with the cause, for any failure after the first commit
 */
export async function writeInChunks(
  services: Services,
  { kind, source, records, fingerprint, done, count, chunking }: ChunkedImport,
): Promise<Counts> {
  const { db } = services;
  const { chunkSize, pauseMinMs } = chunking;
  const batchSize = Math.min(BATCH_SIZE, chunkSize);
  let counts = done;
  try {
    const batches = toBatches(skip(records, done.records), batchSize);
    // The last chunk arrives after the file is read to its end, which proves that it is unchanged.
    for await (const chunk of toBatches(batches, chunkSize / batchSize)) {
      await source.requireUnchanged();
      const before = counts;
      const startedAt = performance.now();
      counts = await transact(db, async (tx) => {
        const written = await writeBatches(kind, tx, chunk, before, count, services);
        await saveCheckpoint(tx, fingerprint, written);
        return written;
      });
      await sleep(Math.max(pauseMinMs, (performance.now() - startedAt) * PAUSE_RATIO));
    }
  } catch (error) {
    throw counts.records > 0 ? new ImportInterrupted(counts.records, error) : error;
  }
  await clearCheckpoint(db);
  return counts;
}

async function* skip<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let index = 0;
  for await (const item of items) if (index++ >= count) yield item;
}

/** @param before the counts so far */
async function writeBatches(
  kind: ImportKind,
  tx: Tx,
  batches: Batches,
  before: Counts,
  count: CountRecords,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
): Promise<Counts> {
  await lockCatalogue(tx);
  let position = await nextPosition(tx);
  const find = (batch: CheckedRecord[]) => lockKnown(tx, batch);
  const counts = await forEachBatch(find, batches, before, count, async (changes) => {
    await changes.write(tx, position, { reason: kind, at: now() });
    position += changes.added;
  });
  const hasChanged = counts.added + counts.updated > before.added + before.updated;
  if (hasChanged) await writeVersion(tx, newId());
  return counts;
}

async function forEachBatch(
  find: (batch: CheckedRecord[]) => Promise<KnownProducts>,
  batches: Batches,
  before: Counts,
  count: CountRecords,
  write: (changes: Changes) => Promise<void>,
): Promise<Counts> {
  const counts = { ...before };
  for await (const batch of batches) {
    const changes = findChanges(batch, await find(batch));
    await write(changes);
    counts.records += batch.length;
    counts.added += changes.added;
    counts.updated += changes.updated;
    counts.unchanged += changes.unchanged;
    count(counts.records);
  }
  return counts;
}
