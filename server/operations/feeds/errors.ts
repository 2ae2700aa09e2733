/** The errors of imports and exports. */

/** An import failed after its first chunk was committed; the cause says why. */
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

/** The value of a field can't be used. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

export interface ImportProblem {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The field's name in the file; absent if the whole record has the problem. */
  field?: string;
  /** The text that follows the name of the field or line: "is missing". */
  message: string;
}

const QUOTED_MAX_LENGTH = 60;

/** Formats a value for a message: on one line, shortened, with the terminal's control characters escaped. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > QUOTED_MAX_LENGTH ? `${text.slice(0, QUOTED_MAX_LENGTH)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
