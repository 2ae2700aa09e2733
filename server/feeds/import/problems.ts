/** What can be wrong with a file of products, and how it is told. */

/** Why a file can't be imported at all; the message is one sentence for the operator. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** An import that is written in steps failed behind the first of them; the cause says why. */
export class ImportInterrupted extends Error {
  override readonly name = 'ImportInterrupted';
  /** Products of the file that are dealt with. */
  readonly records: number;

  constructor(records: number, cause: unknown) {
    super(`Failed behind record ${records}`, { cause });
    this.records = records;
  }
}

/** The text is broken from this line on, so nothing behind it can be relied on. */
export class MalformedInput extends Error {
  override readonly name = 'MalformedInput';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Why the value of one field can't be used. */
export class FieldRefusal extends Error {
  override readonly name = 'FieldRefusal';
}

export interface ImportProblem {
  /** From 1; where the record begins. */
  line: number;
  /** As the file calls it; absent where the whole record is meant. */
  field?: string;
  /** Goes on after the name of the field or line: "is missing". */
  message: string;
}

const QUOTED_MAX_LENGTH = 60;

/**
 * A value as a message shows it: on one line, cut where it is long, and with everything escaped
 * that a terminal could take for a command.
 */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > QUOTED_MAX_LENGTH ? `${text.slice(0, QUOTED_MAX_LENGTH)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
