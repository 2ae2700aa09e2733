/** The columns of a table whose format other programs define. */
import { MalformedInput } from '../errors.ts';
import type { Row } from './table.ts';

/** The names of each column in files. Messages about a missing column use the first one. */
export type ColumnNames = ReadonlyMap<string, readonly [string, ...string[]]>;

/** The columns that a table has of those that a format knows, in any case. */
export class Columns {
  readonly #names = new Map<string, string>();
  readonly #present = new Set<string>();

  /** A name of the header that another one differs from only in case. */
  readonly #repeated: string | undefined;

  constructor(header: readonly string[], columns: ColumnNames) {
    let repeated: string | undefined;
    for (const [column, names] of columns) {
      const known = names.map((name) => name.toLowerCase());
      const found = header.find((name) => known.includes(name.toLowerCase()));
      repeated ??= header.find(
        (name) => name !== found && name.toLowerCase() === found?.toLowerCase(),
      );
      this.#names.set(column, found ?? names[0]);
      if (found !== undefined) this.#present.add(column);
    }
    this.#repeated = repeated;
  }

  /** @throws MalformedInput if two names of a column differ only in case: nobody knows which is meant */
  requireDistinct(): this {
    if (this.#repeated === undefined) return this;
    throw new MalformedInput(1, `names the field ${this.#repeated} twice`);
  }

  has(column: string): boolean {
    return this.#present.has(column);
  }

  name(column: string): string {
    return this.#names.get(column) ?? column;
  }

  /** @returns undefined if the cell is empty, or if the table lacks the column */
  cell({ cells }: Row, column: string): string | undefined {
    return cells.get(this.name(column))?.trim();
  }
}
