/** The errors of imports and exports. */

/** An import failed after its first chunk was committed. The cause is the failure. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
  /** The number of committed records of the file. */
  readonly records: number;

  constructor(records: number, cause: unknown) {
    super(`The import failed after record ${records}`, { cause });
    this.records = records;
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
