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
import { compareRecords, writeAtOnce, writeInChunks } from './write.ts';

/**
 * Records that are written in one transaction, all or nothing. It takes about a second on SQLite, and
 * orders wait as long. More records are written in chunks.
 */
export const ONE_TRANSACTION_MAX = 20_000;

export interface ImportOptions extends FeedOptions {
  /** Leaves out records with problems instead of refusing the file. */
  skipInvalid?: boolean;
  /** Does everything but write. */
  dryRun?: boolean;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
  /** Called if an earlier run of the same import has written this many records already. */
  onResume?: (records: number) => void;
}

export interface ImportReport {
  /** Nothing was written, because of problems. */
  refused: boolean;
  /** Records in the file, as far as it could be read. */
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Records that were left out because of problems. */
  skipped: number;
  /** The first 20. */
  problems: ImportProblem[];
  problemCount: number;
}

/**
 * Reads the file twice: first to check it without any lock, then to write it. Up to 20,000 records are
 * one transaction. More are written in chunks between which orders go on; a run that was killed
 * resumes when the same file is imported again.
 *
 * Fields that the file doesn't have stay as they are; new products get the defaults.
 * @throws OperatorError if the file can't be read, has no known format, or changes meanwhile;
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
 * The same, but changes only price, stock and activity, and adds no products.
 * @throws as importFile does
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
  { skipInvalid = false, dryRun = false, onProgress, onResume, ...options }: ImportOptions,
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
  const records = () => readRecords(kind, source, options);
  const startCount = (done = 0) => progress.start('writing', done, total);
  const write = async () => {
    if (dryRun) return compareRecords(db, records(), startCount());
    if (total <= ONE_TRANSACTION_MAX) return writeAtOnce(services, records, startCount());
    const { format, mapping = [] } = options;
    const fingerprint = fingerprintOf(source.digest, [kind, format, [...mapping], skipInvalid]);
    const done = (await findCheckpoint(db, fingerprint)) ?? noCounts;
    if (done.records > 0) onResume?.(done.records);
    const count = startCount(done.records);
    return writeInChunks(services, { source, records: records(), fingerprint, done, count });
  };
  const { added, updated, unchanged } = await write();
  return { refused: false, ...outcome, added, updated, unchanged, skipped: invalid };
}

/**
 * The records without problems, the same as in the first reading.
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
      if (problemsOf(record, true).length === 0) yield record;
    }
  } catch (error) {
    throw error instanceof MalformedInput ? source.changedError() : error;
  } finally {
    ids.close();
  }
}
