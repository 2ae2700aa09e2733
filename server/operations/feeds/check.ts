/** Reads and checks a whole file, finds all problems, and stages the records without any. Writes nothing to the shop. */
import { type FeedRecord, MalformedFile } from '../../../packages/product-feeds/index.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { productFields, updatableColumns } from '../../shop/catalogue/fields/product-fields.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { readTaxKeys } from '../../shop/identity/sale-terms.ts';
import { Hints, type ImportProblem } from './problems.ts';
import { type FeedOptions, readFeed } from './reading/read-feed.ts';
import type { Source } from './reading/source-file.ts';
import type { StagedRecord, Staging } from './staging.ts';
import { type CheckedRecord, checkEntry, type ImportKind, problemsOf } from './validation.ts';

/** Further problems are only counted, unless the caller wants more of them. */
const REPORTED_PROBLEMS_MAX = 20;
/** Records whose products are looked up by one query. */
const BATCH_SIZE = 500;

export interface CheckResult {
  /** The number of records in the file, up to the point where it becomes unreadable. */
  read: number;
  /** The lines of the records with problems. */
  invalidLines: number[];
  /** Whether the file is a table in which each record is a row. */
  hasRows: boolean;
  /** The first of the problems. */
  problems: ImportProblem[];
  problemCount: number;
  /** Whether the file cannot be read to its end. */
  isBroken: boolean;
  /** Whether any record has a field besides its id that is read. */
  hasFields: boolean;
  /** The file's names of fields that an update doesn't change. */
  unused: string[];
  /** The names of a file that mean nothing to the shop. */
  unread: string[];
  /** The options that would make variants of products with the same name. */
  advice: string | undefined;
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
  {
    staging,
    count,
    problemsMax,
  }: {
    staging: Staging;
    count(records: number): Promise<unknown> | undefined;
    problemsMax?: number | undefined;
  },
): Promise<CheckResult> {
  const checker = new Checker(db, staging, problemsMax);
  const taxKeys = db === undefined ? [] : await readTaxKeys(db);
  try {
    for await (const entry of readFeed(source, options)) {
      if ('values' in entry) checker.readNames(entry, kind);
      if ('leftOut' in entry) checker.leaveOut(entry.leftOut);
      else await checker.add({ ...checkEntry(entry, kind, staging, taxKeys), line: entry.line });
      await count(checker.result.read);
    }
    await checker.finish();
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    await checker.finishBatch();
    checker.result.isBroken = true;
    checker.report({ line: error.line, message: error.message });
  }
  const { hints, unused, leftOut, advice, result } = checker;
  result.problems.sort((one, other) => one.line - other.line);
  return { ...result, unused: [...unused], unread: [...hints.unread], leftOut, advice };
}

/** The fields that only an import changes. */
const importedNames = Object.entries(productFields)
  .filter(([column]) => !updatableColumns.some((updatable) => updatable === column))
  .map(([, { name }]) => name);

type ReadRecord = CheckedRecord & StagedRecord;

/** Collects records with problems in batches, because some problems depend on the product that the catalogue has. */
class Checker {
  readonly result = {
    read: 0,
    invalidLines: [] as number[],
    hasRows: false,
    problems: [] as ImportProblem[],
    problemCount: 0,
    isBroken: false,
    hasFields: false,
  };
  readonly hints = new Hints();
  readonly unused = new Set<string>();
  readonly leftOut = new Map<string, number>();
  advice: string | undefined;
  readonly #db: Db | undefined;
  readonly #staging: Staging;
  readonly #problemsMax: number;
  #records = 0;
  #batch: { record: ReadRecord; number: number }[] = [];

  constructor(db: Db | undefined, staging: Staging, problemsMax = REPORTED_PROBLEMS_MAX) {
    this.#db = db;
    this.#staging = staging;
    this.#problemsMax = problemsMax;
  }

  readNames(record: FeedRecord, kind: ImportKind): void {
    this.hints.read(record);
    this.result.hasRows ||= record.isRow === true;
    if (kind === 'import') return;
    for (const name of importedNames) {
      if (record.values.has(name)) this.unused.add(record.names.get(name) ?? name);
    }
  }

  leaveOut(type: string): void {
    this.leftOut.set(type, (this.leftOut.get(type) ?? 0) + 1);
  }

  async add(record: ReadRecord): Promise<void> {
    const number = ++this.#records;
    const { ambiguousId, fields, stockChange, problems } = record;
    this.result.hasFields ||= Object.keys(fields).length > 0 || stockChange !== undefined;
    this.advice ??= record.advice;
    if (ambiguousId !== undefined) this.#staging.addAmbiguous(ambiguousId);
    if (!record.isOnlyChange) this.result.read++;
    // Most records have no problem, whether the product exists or not.
    if (problems.length === 0) this.#staging.add(number, record);
    else this.#batch.push({ record, number });
    if (this.#batch.length === BATCH_SIZE) await this.finishBatch();
  }

  async finish(): Promise<void> {
    await this.finishBatch();
    // Which of the records is imported must not depend on their order.
    this.result.invalidLines = this.result.invalidLines.concat(this.#staging.dropAmbiguous());
    const { problem } = this.hints;
    if (problem === undefined) return;
    // It explains others, so it comes before them.
    this.result.problemCount++;
    this.result.problems = [problem, ...this.result.problems].slice(0, this.#problemsMax);
  }

  async finishBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const ids = batch.flatMap(({ record }) => record.id ?? []);
    const rows = this.#db && ids.length > 0 ? await findProductRows(this.#db, ids) : [];
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const { record, number } of batch) {
      const problems = problemsOf(record, known.get(record.id ?? ''));
      if (problems.length === 0) this.#staging.add(number, record);
      else if (!record.isOnlyChange) this.result.invalidLines.push(record.line);
      for (const problem of problems) {
        if (!this.hints.take(problem)) this.report(problem);
      }
    }
  }

  report({ isOfColumn: _, ...problem }: ImportProblem): void {
    this.result.problemCount++;
    if (this.result.problems.length < this.#problemsMax) this.result.problems.push(problem);
  }
}
