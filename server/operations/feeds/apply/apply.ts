/** Writes staged records into the catalogue, in short transactions beside a selling shop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logChange } from '../../../platform/operator-log.ts';
import type { OperatorServices } from '../../../platform/services.ts';
import { lockCatalogue } from '../../../platform/storage/locks.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import type { StockCause } from '../../../shop/catalogue/stock-history.ts';
import { nextPosition, writeVersion } from '../../../shop/catalogue/store.ts';
import type { CountRecords } from '../progress.ts';
import type { NumberedRecord, Staging } from '../staging.ts';
import {
  type AppliedFile,
  beginAgain,
  countApplied,
  findAppliedFile,
  finishFile,
} from './applied-files.ts';
import {
  type Changes,
  type ClampedStock,
  findChanges,
  findKnown,
  lockKnown,
  refuseMissingRates,
  writeChanges,
} from './changes.ts';
import { importUnfinished } from './errors.ts';

export interface Batching {
  /** The records of one transaction. On SQLite, orders wait for each of them; on PostgreSQL, those of the same products. */
  size: number;
  /** The minimum pause between two transactions, in milliseconds. Who waits for SQLite's lock tries again every 10 ms. */
  pauseMinMs: number;
  /** Waits for so many milliseconds; handed in by simulations. */
  pause?(ms: number): Promise<unknown>;
}

export const defaultBatching: Batching = { size: 500, pauseMinMs: 12 };
/** The pause as a part of a transaction's time: on a busy machine both take longer, so every writer gets a turn. */
const PAUSE_RATIO = 1 / 4;

/** Further ones are only counted. */
const REPORTED_CLAMPED_MAX = 20;

/** The numbers of processed records, in total and by outcome. */
export interface Outcome {
  records: number;
  added: number;
  updated: number;
  unchanged: number;
  /** The first 20 stocks that the file would leave below zero. */
  clamped: readonly ClampedStock[];
  clampedCount: number;
  /** What earlier runs have applied of a file that changes stock by differences; undefined if nothing. */
  applied: AppliedFile | undefined;
}

export const nothingDone: Readonly<Outcome> = {
  records: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  clamped: [],
  clampedCount: 0,
  applied: undefined,
};

interface RunOptions {
  /** Identifies a file that changes stock by differences, so that it is applied once; undefined for other files. */
  fingerprint: string | undefined;
  /** Whether a file that is applied already is applied again. */
  again: boolean;
  /** Awaited after each batch. */
  yieldToServer?: (() => Promise<unknown>) | undefined;
  count: CountRecords;
}

/**
 * Each transaction locks its products in the order of their ids, as checkouts do, and is retried while it loses to them.
 * @throws UnfinishedChange, with the cause, for any failure after the first batch
 */
export async function applyRecords(
  services: OperatorServices,
  reason: StockCause['reason'],
  staging: Staging,
  {
    batching = defaultBatching,
    signal,
    ...run
  }: RunOptions & { batching: Batching | undefined; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const { db } = services;
  const { fingerprint, again } = run;
  const written = { records: 0, line: 0, hasDifferences: staging.hasDifferences };
  let pauseMs = 0;
  try {
    if (fingerprint !== undefined && again) await beginAgain(db, fingerprint);
    const outcome = await runBatches(db, staging.batches(batching.size), run, async (batch) => {
      if (pauseMs > 0) await (batching.pause ?? sleep)(pauseMs);
      signal?.throwIfAborted();
      const startedAt = performance.now();
      const changes = await applyBatch(services, reason, batch, { fingerprint, signal });
      const workedMs = performance.now() - startedAt;
      pauseMs = hasChanges(changes) ? Math.max(batching.pauseMinMs, workedMs * PAUSE_RATIO) : 0;
      written.records += batch.length;
      written.line = batch.at(-1)?.line ?? 0;
      return changes;
    });
    if (fingerprint !== undefined && !outcome.applied?.isDone) await finishFile(db, fingerprint);
    return outcome;
  } catch (error) {
    throw written.records === 0 ? error : importUnfinished(written, error);
  }
}

/**
 * Compares the records with the catalogue, and writes nothing.
 * @param onChanges gets the changes of one batch after the other
 */
export async function compareRecords(
  db: Db | undefined,
  staging: Staging,
  { onChanges, ...run }: RunOptions & { onChanges: (changes: Changes) => void },
): Promise<Outcome> {
  const batches = staging.batches(defaultBatching.size);
  return runBatches(db, batches, run, async (batch, applied) => {
    const rest = restOf(batch, applied);
    const changes = findChanges(rest, await findKnown(db, rest));
    onChanges(changes);
    return changes;
  });
}

/** Does nothing if an earlier run has applied the whole file. */
async function runBatches(
  db: Db | undefined,
  batches: Iterable<NumberedRecord[]>,
  { fingerprint, again, count, yieldToServer }: RunOptions,
  work: (batch: NumberedRecord[], applied: AppliedFile | undefined) => Promise<Changes>,
): Promise<Outcome> {
  const found = db && fingerprint ? await findAppliedFile(db, fingerprint) : undefined;
  const isNew = found === undefined || found.records === 0 || (found.isDone && again);
  const outcome: Outcome = { ...nothingDone, applied: isNew ? undefined : found };
  if (outcome.applied?.isDone) return outcome;
  for (const batch of batches) {
    const { added, updated, unchanged, clamped } = await work(batch, outcome.applied);
    outcome.records += batch.length;
    outcome.added += added.length;
    outcome.updated += updated.length;
    outcome.unchanged += unchanged;
    outcome.clampedCount += clamped.length;
    outcome.clamped = [...outcome.clamped, ...clamped].slice(0, REPORTED_CLAMPED_MAX);
    count(outcome.records);
    await yieldToServer?.();
  }
  return outcome;
}

/** The records that no earlier run has applied. */
function restOf(
  batch: readonly NumberedRecord[],
  applied: AppliedFile | undefined,
): readonly NumberedRecord[] {
  return applied === undefined ? batch : batch.filter(({ number }) => number > applied.records);
}

/** A batch that changes nothing takes no lock, unless its file is applied once. */
async function applyBatch(
  services: OperatorServices,
  reason: StockCause['reason'],
  batch: readonly NumberedRecord[],
  { fingerprint, signal }: { fingerprint: string | undefined; signal: AbortSignal | undefined },
): Promise<Changes> {
  const { db, newId } = services;
  if (fingerprint === undefined) {
    const expected = findChanges(batch, await findKnown(db, batch));
    if (!hasChanges(expected)) return expected;
  }
  return transact(
    db,
    async (tx) => {
      await lockCatalogue(tx);
      const at = services.now();
      const rest =
        fingerprint === undefined ? batch : restOf(batch, await findAppliedFile(tx, fingerprint));
      const changes = findChanges(rest, await lockKnown(tx, rest));
      await refuseMissingRates(tx, rest, changes);
      const records = rest.at(-1)?.number;
      if (fingerprint !== undefined && records !== undefined) {
        await countApplied(tx, fingerprint, { records, at });
      }
      if (!hasChanges(changes)) return changes;
      const position = changes.added.length > 0 ? await nextPosition(tx) : 0;
      await writeChanges(tx, changes, position, { reason, at });
      const [added, updated] = [changes.added.length, changes.updated.length];
      const entry = { action: 'products changed', after: { added, updated } } as const;
      await logChange(tx, services, entry, at);
      await writeVersion(tx, newId());
      return changes;
    },
    { isPatient: true, signal },
  );
}

function hasChanges({ added, updated }: Changes): boolean {
  return added.length + updated.length > 0;
}
