/** What can be wrong with a feed, and how it is reported. */

/** An import failed after its first chunk was committed; the cause says why. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
  /** Records of the file that are committed. */
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
  /** The line that the record starts in, from 1. */
  line: number;
  /** By the file's own name; absent if the problem is the whole record's. */
  field?: string;
  /** Follows the name of the field or line: "is missing". */
  message: string;
}

const QUOTED_MAX_LENGTH = 60;

/** A value for a message: on one line, shortened, with control characters of terminals escaped. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > QUOTED_MAX_LENGTH ? `${text.slice(0, QUOTED_MAX_LENGTH)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
