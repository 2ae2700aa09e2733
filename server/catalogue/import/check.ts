/** The first of an import's two readings: nothing is written, everything that is wrong is found. */
import { IdBook } from './ids.ts';
import { type ImportProblem, MalformedInput } from './problems.ts';
import type { CountRecords } from './progress.ts';
import { openRecords } from './records.ts';
import { type Checked, checkRecord } from './rules.ts';

/** Problems that are told in full; the others are counted. */
const PROBLEMS_TOLD = 20;

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
}

/** @throws ImportError for a file that can't be read at all */
export async function checkFile(file: string, count: CountRecords): Promise<CheckedFile> {
  const found: CheckedFile = { read: 0, invalid: 0, problems: [], problemCount: 0, broken: false };
  function note(problem: ImportProblem): void {
    found.problemCount++;
    if (found.problems.length < PROBLEMS_TOLD) found.problems.push(problem);
  }
  try {
    for await (const checked of checkRecords(file)) {
      count(++found.read);
      if ('product' in checked) continue;
      found.invalid++;
      checked.problems.forEach(note);
    }
  } catch (error) {
    if (!(error instanceof MalformedInput)) throw error;
    found.broken = true;
    note({ line: error.line, message: error.message });
  }
  return found;
}

/**
 * Every record of a file as the product that it is, or with what is wrong with it; the same each
 * time that the file is read.
 * @throws ImportError, MalformedInput
 */
export async function* checkRecords(file: string): AsyncGenerator<Checked> {
  const ids = new IdBook();
  for await (const entry of openRecords(file)) {
    if ('record' in entry) yield checkRecord(entry.record, entry.line, ids);
    else yield { problems: [{ line: entry.line, message: entry.problem }] };
  }
}
