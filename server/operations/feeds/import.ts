/** Imports a file of products into the catalogue, or updates offers from it. */
import type { Services } from '../../platform/services.ts';
import { checkFile } from './check.ts';
import { findCheckpoint, fingerprintOf, noCounts } from './checkpoint.ts';
import { type ImportProblem, MalformedInput } from './errors.ts';
import { IdRegistry } from './ids.ts';
import { type OnProgress, ProgressReporter } from './progress.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import { SourceFile } from './source-file.ts';
import { type CheckedRecord, checkEntry, type ImportKind, problemsOf } from './validation.ts';
import {
  type Chunking,
  compareRecords,
  defaultChunking,
  writeAtOnce,
  writeInChunks,
} from './write.ts';

export interface ImportOptions extends FeedOptions {
  /** Leave out records with problems instead of refusing the file. */
  skipInvalid?: boolean;
  /** Check and compare everything, but write nothing. */
  dryRun?: boolean;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
  /** Called if an earlier run of the same import has written this many records already. */
  onResume?: (records: number) => void;
  chunking?: Chunking;
}

export interface ImportReport {
  /** Whether the file was refused because of problems. Nothing was written then. */
  refused: boolean;
  /** The number of records in the file, up to the point where it becomes unreadable. */
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** The number of records that were left out because of problems. */
  skipped: number;
  /** The first 20 problems. */
  problems: ImportProblem[];
  problemCount: number;
}

/**
 * Reads the file twice: first to check it without a lock, then to write it. Up to 20,000 records are written in one
 * transaction. More are written in chunks, between which orders continue. After a killed run, importing the same
 * file again resumes it.
 *
 * Fields that the file does not have keep their values; new products get the defaults.
 * @throws OperatorError if the file cannot be read, has no known format, or changes meanwhile;
 *   ImportInterrupted, with the cause, for any failure after the first chunk
 */
export function importFile(
  services: Services,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return run('import', services, file, options);
}

/**
 * Does the same, but changes only price, stock and activity, and adds no products.
 * @throws the errors of importFile
 */
export function updateFile(
  services: Services,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return run('update', services, file, options);
}

async function run(
  kind: ImportKind,
  services: Services,
  file: string,
  {
    skipInvalid = false,
    dryRun = false,
    onProgress,
    onResume,
    chunking = defaultChunking,
    ...options
  }: ImportOptions,
): Promise<ImportReport> {
  const { db, now } = services;
  const source = await SourceFile.open(file);
  const progress = new ProgressReporter(onProgress, now);
  const checked = await checkFile(db, kind, source, options, progress.start('checking'));
  const { read, invalid, problems, problemCount, isBroken } = checked;
  const outcome = { read, problems, problemCount };
  if (problemCount > 0 && (isBroken || !skipInvalid)) {
    return { refused: true, ...outcome, added: 0, updated: 0, unchanged: 0, skipped: 0 };
  }
  const total = read - invalid;
  const readAgain = () => readRecords(kind, source, options);
  const startCount = (done = 0) => progress.start('writing', done, total);
  const write = async () => {
    if (dryRun) return compareRecords(db, readAgain(), startCount());
    if (total <= chunking.wholeMax) return writeAtOnce(kind, services, readAgain, startCount());
    const { format, mapping = [] } = options;
    const fingerprint = fingerprintOf(source.digest, [kind, format, [...mapping], skipInvalid]);
    const done = (await findCheckpoint(db, fingerprint)) ?? noCounts;
    if (done.records > 0) onResume?.(done.records);
    const count = startCount(done.records);
    const records = readAgain();
    return writeInChunks(services, { kind, source, records, fingerprint, done, count, chunking });
  };
  const { added, updated, unchanged } = await write();
  return { refused: false, ...outcome, added, updated, unchanged, skipped: invalid };
}

/**
 * Reads the records without problems again, as in the first reading.
 * @throws OperatorError if the file has changed since
 */
async function* readRecords(
  kind: ImportKind,
  source: SourceFile,
  options: FeedOptions,
): AsyncGenerator<CheckedRecord> {
  const ids = new IdRegistry();
  try {
    for await (const entry of readFeed(source, options)) {
      const record = checkEntry(entry, kind, ids);
      if (problemsOf(record, { stock: 0 }).length === 0) yield record;
    }
  } catch (error) {
    throw error instanceof MalformedInput ? source.changedError() : error;
  } finally {
    ids.close();
  }
}
