/** The first reading of a file: finds all problems and writes nothing. */
import type { Db } from '../../platform/storage/schema.ts';
import { BATCH_SIZE } from './batches.ts';
import { findKnown } from './changes.ts';
import { type ImportProblem, MalformedInput } from './errors.ts';
import { IdRegistry } from './ids.ts';
import type { CountRecords } from './progress.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import type { SourceFile } from './source-file.ts';
import { type CheckedRecord, checkEntry, type ImportKind, problemsOf } from './validation.ts';

/** Further problems are only counted. */
const REPORTED_PROBLEMS_MAX = 20;

export interface CheckResult {
  /** The number of records in the file, up to the point where it becomes unreadable. */
  read: number;
  /** The number of records with problems. */
  invalid: number;
  /** The first 20 problems. */
  problems: ImportProblem[];
  problemCount: number;
  /** Whether the file cannot be read to its end. */
  isBroken: boolean;
}

/** @throws OperatorError if the file can't be read at all */
export async function checkFile(
  db: Db,
  kind: ImportKind,
  source: SourceFile,
  options: FeedOptions,
  count: CountRecords,
): Promise<CheckResult> {
  const ids = new IdRegistry();
  const checker = new Checker(db);
  try {
    for await (const entry of readFeed(source, options)) {
      await checker.add(checkEntry(entry, kind, ids));
      count(checker.result.read);
    }
    await checker.finishBatch();
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    await checker.finishBatch();
    checker.result.isBroken = true;
    checker.report({ line: error.line, message: error.message });
  } finally {
    ids.close();
  }
  return checker.result;
}

/** Collects records with problems in batches, because some problems depend on whether the product exists. */
class Checker {
  readonly result: CheckResult = {
    read: 0,
    invalid: 0,
    problems: [],
    problemCount: 0,
    isBroken: false,
  };
  readonly #db: Db;
  #batch: CheckedRecord[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  async add(record: CheckedRecord): Promise<void> {
    if (!record.isOnlyChange) this.result.read++;
    // Most records have no problem, whether the product exists or not.
    if (record.problems.length > 0) this.#batch.push(record);
    if (this.#batch.length === BATCH_SIZE) await this.finishBatch();
  }

  async finishBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const known = await findKnown(this.#db, batch);
    for (const record of batch) {
      const problems = problemsOf(record, known.get(record.id ?? ''));
      if (problems.length > 0) this.result.invalid++;
      for (const problem of problems) this.report(problem);
    }
  }

  report(problem: ImportProblem): void {
    this.result.problemCount++;
    if (this.result.problems.length < REPORTED_PROBLEMS_MAX) this.result.problems.push(problem);
  }
}
