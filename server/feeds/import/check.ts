/** The first of an import's two readings: nothing is written, everything that is wrong is found. */
import type { Db } from '../../storage/schema.ts';
import { IdBook, type Ids } from './ids.ts';
import { type ImportProblem, MalformedInput } from './problems.ts';
import type { CountRecords } from './progress.ts';
import { openRecords, type RecordOptions } from './records.ts';
import type { Checked } from './rules.ts';
import type { SourceFile } from './source.ts';
import type { Task } from './tasks.ts';

/** Problems that are told in full; the others are counted. */
const PROBLEMS_TOLD = 20;
/** Products that the catalogue is asked about, compared and written at once. */
export const BATCH_SIZE = 500;

export interface CheckedFile {
  /** Records that the file has, as far as it could be read. */
  read: number;
  /** Records that something is wrong with. */
  invalid: number;
  /** The first 20. */
  problems: ImportProblem[];
  problemCount: number;
  /** The file can't be read to its end, so what it holds is not known. */
  broken: boolean;
  /** Each record has an id in the file, which no other has. */
  hasUniqueIds: boolean;
}

/** @throws ImportError for a file that can't be read at all */
export async function checkFile<T>(
  db: Db,
  task: Task<T>,
  source: SourceFile,
  options: RecordOptions,
  count: CountRecords,
): Promise<CheckedFile> {
  const ids = new IdBook();
  const found: CheckedFile = {
    read: 0,
    invalid: 0,
    problems: [],
    problemCount: 0,
    broken: false,
    hasUniqueIds: false,
  };
  function note(problem: ImportProblem): void {
    found.problemCount++;
    if (found.problems.length < PROBLEMS_TOLD) found.problems.push(problem);
  }
  let batch: Checked<T>[] = [];
  async function finishBatch(): Promise<void> {
    const products = batch.flatMap((checked) => ('product' in checked ? [checked.product] : []));
    const invalid = batch.flatMap((checked) => ('problems' in checked ? [checked.problems] : []));
    const unknown = await task.findProblems(db, products);
    found.invalid += invalid.length + unknown.length;
    [...invalid.flat(), ...unknown].sort((a, b) => a.line - b.line).forEach(note);
    batch = [];
  }
  try {
    for await (const checked of checkRecords(task, source, options, ids)) {
      batch.push(checked);
      count(++found.read);
      if (batch.length === BATCH_SIZE) await finishBatch();
    }
    await finishBatch();
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    await finishBatch();
    found.broken = true;
    note({ line: error.line, message: error.message });
  } finally {
    ids.close();
  }
  found.hasUniqueIds = found.problemCount === 0 && ids.made === 0;
  return found;
}

/**
 * Every record of a file as the product that it is, or with what is wrong with it; the same each
 * time that the file is read.
 * @throws ImportError, MalformedInput
 */
export async function* checkRecords<T>(
  task: Pick<Task<T>, 'check'>,
  source: SourceFile,
  options: RecordOptions,
  ids: Ids,
): AsyncGenerator<Checked<T>> {
  for await (const entry of openRecords(source, options)) {
    if ('record' in entry) yield task.check(entry, ids);
    else yield { problems: [{ line: entry.line, message: entry.problem }] };
  }
}
