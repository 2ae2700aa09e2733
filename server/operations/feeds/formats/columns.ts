/** The columns of a table whose format other programs define. */
import type { Row } from './table.ts';

/** The names of each column in files. Messages about a missing column use the first one. */
export type ColumnNames = ReadonlyMap<string, readonly [string, ...string[]]>;

/** The columns that a table has of those that a format knows, in any case. */
export class Columns {
  readonly #names = new Map<string, string>();
  readonly #present = new Set<string>();

  constructor(header: readonly string[], columns: ColumnNames) {
    for (const [column, names] of columns) {
      const known = names.map((name) => name.toLowerCase());
      const found = header.find((name) => known.includes(name.toLowerCase()));
      this.#names.set(column, found ?? names[0]);
      if (found !== undefined) this.#present.add(column);
    }
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
