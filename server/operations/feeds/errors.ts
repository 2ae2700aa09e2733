/** The errors of imports and exports. */

/** How far an import came that failed. */
export interface WrittenPart {
  /** The number of records that are written. */
  records: number;
  /** The line of the file in which the last of them starts. */
  line: number;
  /** Whether the file changes stock relatively, so that these records must not be imported again. */
  hasDifferences: boolean;
}

/** An import failed after its first transaction. The cause is the failure. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
  readonly written: WrittenPart;

  constructor(written: WrittenPart, cause: unknown) {
    super(`The import failed after record ${written.records}`, { cause });
    this.written = written;
  }
}

/** The file can't be read beyond this line. */
export class MalformedInput extends Error {
  override readonly name = 'MalformedInput';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface ImportProblem {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The field's name in the file; absent if the whole record has the problem. */
  field?: string;
  /** The text that follows the name of the field or line: "is missing". */
  message: string;
}
