/** Reads and checks a whole file, finds all problems, and stages the records without any. Writes nothing to the shop. */
import type { Db } from '../../platform/storage/schema.ts';
import { productFields, updatableColumns } from '../../shop/catalogue/fields/product-fields.ts';
import { readTaxKeys } from '../../shop/identity/sale-terms.ts';
import { findKnown } from './changes.ts';
import { type ImportProblem, MalformedInput } from './errors.ts';
import type { FeedEntry } from './formats/format.ts';
import { MissingColumns } from './missing-columns.ts';
import type { CountRecords } from './progress.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import type { Source } from './source-file.ts';
import type { StagedRecord, Staging } from './staging.ts';
import { UnreadNames } from './unread-names.ts';
import { type CheckedRecord, checkEntry, type ImportKind, problemsOf } from './validation.ts';

/** Further problems are only counted. */
const REPORTED_PROBLEMS_MAX = 20;
/** Records whose products are looked up by one query. */
const BATCH_SIZE = 500;

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
  /** Whether any record has a field besides its id that is read. */
  hasFields: boolean;
  /** The file's names of fields that an update doesn't change. */
  unused: string[];
  /** The names of a file in the shop's own formats that are no fields. */
  unread: string[];
  /** The number of records that are not sold by themselves, by what the file calls them. */
  leftOut: ReadonlyMap<string, number>;
}

/**
 * @param db undefined if there is no shop yet
 * @throws OperatorError if the file can't be read at all
 */
export async function checkFile(
  db: Db | undefined,
  kind: ImportKind,
  source: Source,
  options: FeedOptions,
  { staging, count }: { staging: Staging; count: CountRecords },
): Promise<CheckResult> {
  const checker = new Checker(db, staging);
  const taxKeys = db === undefined ? [] : await readTaxKeys(db);
  const unused = new Set<string>();
  const unread = new UnreadNames();
  const leftOut = new Map<string, number>();
  let hasFields = false;
  try {
    for await (const entry of readFeed(source, options)) {
      if ('leftOut' in entry) {
        leftOut.set(entry.leftOut, (leftOut.get(entry.leftOut) ?? 0) + 1);
        continue;
      }
      checker.columns.read(entry);
      const record = checkEntry(entry, kind, staging, taxKeys);
      await checker.add({ ...record, line: entry.line });
      if (kind === 'update') collectUnused(entry, unused);
      if ('values' in entry) unread.read(entry);
      hasFields ||= Object.keys(record.fields).length > 0 || record.stockChange !== undefined;
      count(checker.result.read);
    }
    await checker.finishBatch();
    checker.dropAmbiguous();
    if (checker.columns.problem !== undefined) checker.report(checker.columns.problem);
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    await checker.finishBatch();
    checker.result.isBroken = true;
    checker.report({ line: error.line, message: error.message });
  }
  return {
    ...checker.result,
    unused: [...unused],
    unread: unread.names,
    leftOut,
    hasFields,
  };
}

/** The fields that only an import changes. */
const importedNames = Object.entries(productFields)
  .filter(([column]) => !updatableColumns.some((updatable) => updatable === column))
  .map(([, { name }]) => name);

function collectUnused(entry: FeedEntry, unused: Set<string>): void {
  if (!('values' in entry)) return;
  const { values, names } = entry;
  for (const name of importedNames) {
    if (values.has(name)) unused.add(names?.get(name) ?? name);
  }
}

type ReadRecord = CheckedRecord & StagedRecord;

/** Collects records with problems in batches, because some problems depend on the product that the catalogue has. */
class Checker {
  readonly result = {
    read: 0,
    invalid: 0,
    problems: [] as ImportProblem[],
    problemCount: 0,
    isBroken: false,
  };
  readonly columns = new MissingColumns();
  readonly #db: Db | undefined;
  readonly #staging: Staging;
  #records = 0;
  #batch: { record: ReadRecord; number: number }[] = [];

  constructor(db: Db | undefined, staging: Staging) {
    this.#db = db;
    this.#staging = staging;
  }

  async add(record: ReadRecord): Promise<void> {
    const number = ++this.#records;
    if (record.ambiguousId !== undefined) this.#staging.addAmbiguous(record.ambiguousId);
    if (!record.isOnlyChange) this.result.read++;
    // Most records have no problem, whether the product exists or not.
    if (record.problems.length === 0) this.#staging.add(number, record);
    else this.#batch.push({ record, number });
    if (this.#batch.length === BATCH_SIZE) await this.finishBatch();
  }

  /** Which of the records is imported must not depend on their order. */
  dropAmbiguous(): void {
    this.result.invalid += this.#staging.dropAmbiguous();
  }

  async finishBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const known = await findKnown(
      this.#db,
      batch.map(({ record }) => record),
    );
    for (const { record, number } of batch) {
      const problems = problemsOf(record, known.get(record.id ?? ''));
      if (problems.length === 0) this.#staging.add(number, record);
      else if (!record.isOnlyChange) this.result.invalid++;
      for (const problem of problems) {
        if (!this.columns.take(problem)) this.report(problem);
      }
    }
  }

  report(problem: ImportProblem): void {
    this.result.problemCount++;
    if (this.result.problems.length < REPORTED_PROBLEMS_MAX) this.result.problems.push(problem);
  }
}
