/** Writes staged records into the catalogue, in short transactions beside a selling shop. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../platform/services.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { nextPosition, writeVersion } from '../../shop/catalogue/store.ts';
import { type Changes, findChanges, findKnown, lockKnown, writeChanges } from './changes.ts';
import { ImportInterrupted } from './errors.ts';
import type { CountRecords } from './progress.ts';
import type { StagedRecord, Staging } from './staging.ts';
import type { ImportKind } from './validation.ts';

export interface Batching {
  /** The records of one transaction. On SQLite, orders wait for each of them; on PostgreSQL, those of the same products. */
  size: number;
  /** The minimum pause between two transactions, in milliseconds. Who waits for SQLite's lock tries again every 10 ms. */
  pauseMinMs: number;
}

export const defaultBatching: Batching = { size: 500, pauseMinMs: 12 };
/** The pause as a part of a transaction's time: on a busy machine both take longer, so every writer gets a turn. */
const PAUSE_RATIO = 1 / 4;

/** The numbers of processed records, in total and by outcome. */
export interface Counts {
  records: number;
  added: number;
  updated: number;
  unchanged: number;
}

/**
 * Each transaction locks its products in the order of their ids, as checkouts do, and is retried while it loses to them.
 * @throws ImportInterrupted, with the cause, for any failure after the first batch
 */
export async function applyRecords(
  services: Services,
  kind: ImportKind,
  staging: Staging,
  {
    count,
    batching = defaultBatching,
    signal,
  }: { count: CountRecords; batching: Batching | undefined; signal: AbortSignal | undefined },
): Promise<Counts> {
  const total: Counts = { records: 0, added: 0, updated: 0, unchanged: 0 };
  let line = 0;
  let pauseMs = 0;
  try {
    for (const batch of staging.batches(batching.size)) {
      if (pauseMs > 0) await sleep(pauseMs);
      signal?.throwIfAborted();
      const startedAt = performance.now();
      const changes = await applyBatch(services, kind, batch, signal);
      addCounts(total, changes, batch.length);
      line = batch.at(-1)?.line ?? line;
      count(total.records);
      const workedMs = performance.now() - startedAt;
      pauseMs = hasChanges(changes) ? Math.max(batching.pauseMinMs, workedMs * PAUSE_RATIO) : 0;
    }
  } catch (error) {
    if (total.records === 0) throw error;
    const { hasDifferences } = staging;
    throw new ImportInterrupted({ records: total.records, line, hasDifferences }, error);
  }
  return total;
}

/**
 * Compares the records with the catalogue, and writes nothing.
 * @param onChanges gets the changes of one batch after the other
 */
export async function compareRecords(
  db: Db | undefined,
  staging: Staging,
  { count, onChanges }: { count: CountRecords; onChanges: (changes: Changes) => void },
): Promise<Counts> {
  const total: Counts = { records: 0, added: 0, updated: 0, unchanged: 0 };
  for (const batch of staging.batches(defaultBatching.size)) {
    const changes = findChanges(batch, await findKnown(db, batch));
    onChanges(changes);
    addCounts(total, changes, batch.length);
    count(total.records);
  }
  return total;
}

/** A batch that changes nothing takes no lock. */
async function applyBatch(
  { db, now, newId }: Services,
  kind: ImportKind,
  batch: readonly StagedRecord[],
  signal: AbortSignal | undefined,
): Promise<Changes> {
  const expected = findChanges(batch, await findKnown(db, batch));
  if (!hasChanges(expected)) return expected;
  return transact(
    db,
    async (tx) => {
      await lockCatalogue(tx);
      const changes = findChanges(batch, await lockKnown(tx, batch));
      if (!hasChanges(changes)) return changes;
      const position = changes.added.length > 0 ? await nextPosition(tx) : 0;
      await writeChanges(tx, changes, position, { reason: kind, at: now() });
      await writeVersion(tx, newId());
      return changes;
    },
    { isPatient: true, signal },
  );
}

function hasChanges({ added, updated }: Changes): boolean {
  return added.length + updated.length > 0;
}

function addCounts(total: Counts, { added, updated, unchanged }: Changes, records: number): void {
  total.records += records;
  total.added += added.length;
  total.updated += updated.length;
  total.unchanged += unchanged;
}
