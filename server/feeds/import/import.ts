/** Brings a file of products into the catalogue, or changes what its products are offered at. */
import type { Services } from '../../services.ts';
import { transact } from '../../storage/transaction.ts';
import { BATCH_SIZE, type CheckedFile, checkFile, checkRecords } from './check.ts';
import { type Counts, findCheckpoint, fingerprintOf, noCounts } from './checkpoint.ts';
import { IdBook, knownToBeUnique } from './ids.ts';
import { type ImportProblem, MalformedInput } from './problems.ts';
import { type OnProgress, ProgressTeller } from './progress.ts';
import type { RecordOptions } from './records.ts';
import { SourceFile } from './source.ts';
import { writeInSteps } from './steps.ts';
import { importTask, type Task, updateTask } from './tasks.ts';
import { compareBatches, writeBatches } from './writing.ts';

/**
 * Products of a file that is all or nothing: about a second on SQLite, which is as long as an order may
 * have to wait. A longer file is written in steps.
 */
export const ONE_TRANSACTION_MAX = 20_000;

export interface ImportOptions extends RecordOptions {
  /** Leaves out records with problems instead of refusing the file. */
  skipInvalid?: boolean;
  /** Does everything but write. */
  dryRun?: boolean;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
  /** Called where an earlier run of the same has written so many records already. */
  onResume?: (records: number) => void;
}

export interface ImportReport {
  /** Nothing was written, because of the problems. */
  refused: boolean;
  /** Records in the file, as far as it could be read. */
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Left out because of their problems. */
  skipped: number;
  /** The first 20 of them. */
  problems: ImportProblem[];
  problemCount: number;
}

/**
 * Reads the file twice: first to check it, with no lock held, then to write it. Up to 20,000 products
 * are written in one transaction; more of them in steps, so that orders go on in between, and a run
 * that was killed goes on where it stopped when the same file is imported again.
 * @throws ImportError for a file that can't be read, has no known format, or changes meanwhile;
 *   ImportInterrupted, with the cause, for what fails behind the first step
 */
export function importFile(
  services: Services,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return perform(importTask, services, file, options);
}

/**
 * The same with records that need an id and any of price, stock and activity: nothing else changes, and
 * nothing is added.
 * @throws as importFile does
 */
export function updateFile(
  services: Services,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return perform(updateTask, services, file, options);
}

async function perform<T>(
  task: Task<T>,
  services: Services,
  file: string,
  { skipInvalid = false, dryRun = false, onProgress, onResume, ...options }: ImportOptions,
): Promise<ImportReport> {
  const { db, now } = services;
  const source = await SourceFile.open(file);
  const teller = new ProgressTeller(onProgress, now);
  const checked = await checkFile(db, task, source, options, teller.begin('checking'));
  const { read, invalid, problems, problemCount, broken } = checked;
  const outcome = { read, problems, problemCount };
  if (problemCount > 0 && (broken || !skipInvalid)) {
    return { refused: true, ...outcome, added: 0, updated: 0, unchanged: 0, skipped: 0 };
  }
  const total = read - invalid;
  const batches = (): AsyncGenerator<T[]> => readBatches(task, source, options, checked);
  const write = async (): Promise<Counts> => {
    if (dryRun) return compareBatches(db, task, batches(), teller.begin('writing', 0, total));
    if (total <= ONE_TRANSACTION_MAX) {
      return transact(db, (tx) =>
        writeBatches(tx, task, batches(), noCounts, teller.begin('writing', 0, total), services),
      );
    }
    const { format, mapping = [] } = options;
    const asked = [task.name, format, [...mapping], skipInvalid];
    const fingerprint = fingerprintOf(source.digest, asked);
    const done = (await findCheckpoint(db, fingerprint)) ?? noCounts;
    if (done.records > 0) onResume?.(done.records);
    const count = teller.begin('writing', done.records, total);
    return writeInSteps(services, { task, source, batches: batches(), fingerprint, done, count });
  };
  const { added, updated, unchanged } = await write();
  return { refused: false, ...outcome, added, updated, unchanged, skipped: invalid };
}

/** The products of a file that was checked before. @throws ImportError where it isn't the same now */
async function* readBatches<T>(
  task: Task<T>,
  source: SourceFile,
  options: RecordOptions,
  { hasUniqueIds }: CheckedFile,
): AsyncGenerator<T[]> {
  const book = hasUniqueIds ? undefined : new IdBook();
  let batch: T[] = [];
  try {
    for await (const checked of checkRecords(task, source, options, book ?? knownToBeUnique)) {
      if ('product' in checked) batch.push(checked.product);
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw error instanceof MalformedInput ? source.changed() : error;
  } finally {
    book?.close();
  }
  if (batch.length > 0) yield batch;
}
