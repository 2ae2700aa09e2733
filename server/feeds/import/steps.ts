/** Writes a file that is too long for one transaction: in steps, between which the shop goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { transact } from '../../storage/transaction.ts';
import { type Counts, clearCheckpoint, saveCheckpoint } from './checkpoint.ts';
import { ImportInterrupted } from './problems.ts';
import type { CountRecords } from './progress.ts';
import type { SourceFile } from './source.ts';
import type { Task } from './tasks.ts';
import { writeBatches } from './writing.ts';

/** Batches in one transaction, 5,000 products: on SQLite nobody else can order meanwhile. */
const STEP_BATCHES = 10;
/**
 * Whoever waits for SQLite's lock looks every 10 ms, or later where the machine is busy, as steps take
 * longer then: after this part of a step's time, and at least so long, everybody has had a turn.
 */
const PAUSE_PART = 1 / 5;
const PAUSE_MIN_MS = 50;

interface Steps<T> {
  task: Task<T>;
  source: SourceFile;
  batches: AsyncIterable<T[]>;
  fingerprint: string;
  /** What another run has done of it. */
  done: Counts;
  count: CountRecords;
}

/** @throws ImportInterrupted, with the cause, where something was written before it failed */
export async function writeInSteps<T>(
  services: Services,
  { task, source, batches, fingerprint, done, count }: Steps<T>,
): Promise<Counts> {
  const { db } = services;
  let counts = done;
  try {
    for await (const step of stepsOf(skip(batches, done.records))) {
      await source.requireUntouched();
      const before = counts;
      const startedAt = performance.now();
      counts = await transact(db, async (tx) => {
        const written = await writeBatches(tx, task, step, before, count, services);
        await saveCheckpoint(tx, fingerprint, written);
        return written;
      });
      await sleep(Math.max(PAUSE_MIN_MS, (performance.now() - startedAt) * PAUSE_PART));
    }
  } catch (error) {
    throw counts.records > 0 ? new ImportInterrupted(counts.records, error) : error;
  }
  await clearCheckpoint(db);
  return counts;
}

async function* skip<T>(batches: AsyncIterable<T[]>, records: number): AsyncGenerator<T[]> {
  let rest = records;
  for await (const batch of batches) {
    if (rest < batch.length) yield batch.slice(rest);
    rest = Math.max(0, rest - batch.length);
  }
}

/** The last one comes only when the file was read to its end, and found to be the one that was checked. */
async function* stepsOf<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T[][]> {
  let step: T[][] = [];
  for await (const batch of batches) {
    if (step.length === STEP_BATCHES) {
      yield step;
      step = [];
    }
    step.push(batch);
  }
  if (step.length > 0) yield step;
}
