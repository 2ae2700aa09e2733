/** Finds the columns of a table by the names that a format or people give them. */
import type { Row } from '../files/table.ts';
import { type FeedField, InvalidValue, MalformedFile, type Names } from '../records.ts';
import { quote } from '../values.ts';

/** The fields for which a program has a column. */
export function namesOf(
  fields: readonly FeedField[],
  program: 'shopify' | 'woo',
): (readonly [field: string, names: Names])[] {
  return fields.flatMap(({ name, [program]: names }) => (names ? [[name, names] as const] : []));
}

export function toLower(name: string): string {
  return name.toLowerCase();
}

/**
 * @param candidates the names of each column, the preferred one first
 * @param fold makes the same text of names that mean the same
 * @returns the names in the header that mean the first candidate which it has
 */
export function findColumns(
  header: readonly string[],
  candidates: Iterable<readonly [column: string, names: readonly string[]]>,
  fold: (name: string) => string,
): Map<string, string[]> {
  const folded = Map.groupBy(header, fold);
  const found = new Map<string, string[]>();
  for (const [column, names] of candidates) {
    const name = names.find((one) => folded.has(fold(one)));
    if (name !== undefined) found.set(column, folded.get(fold(name)) ?? []);
  }
  return found;
}

/** The columns that a table has of those that a format knows, in any case. */
export class Columns {
  readonly #candidates: ReadonlyMap<string, Names>;
  readonly #found: ReadonlyMap<string, string[]>;

  /** @throws MalformedFile if two names of a column differ only in case: nobody knows which is meant */
  constructor(
    header: readonly string[],
    candidates: Iterable<readonly [column: string, names: Names]>,
  ) {
    this.#candidates = new Map(candidates);
    this.#found = findColumns(header, this.#candidates, toLower);
    const [, repeated] = this.#found.values().find((names) => names.length > 1) ?? [];
    if (repeated === undefined) return;
    throw new MalformedFile(1, `names the field ${repeated} twice`);
  }

  has(column: string): boolean {
    return this.#found.has(column);
  }

  /** The name that the table gives the column; its usual one if the table lacks it. */
  name(column: string): string {
    return this.#found.get(column)?.[0] ?? this.#candidates.get(column)?.[0] ?? column;
  }

  /** @returns undefined if the cell is empty, or if the table lacks the column */
  cell({ cells }: Row, column: string): string | undefined {
    return cells.get(this.name(column))?.trim();
  }
}

/**
 * Reads a cell that has one of several words, in any case.
 * @param rule what the cell must be
 * @returns undefined if it is empty
 */
export function readWord<T>(
  table: Columns,
  row: Row,
  column: string,
  words: ReadonlyMap<string, T>,
  rule: string,
): T | undefined | InvalidValue {
  const word = table.cell(row, column);
  if (word === undefined) return undefined;
  const meaning = words.get(word.toLowerCase());
  if (meaning !== undefined) return meaning;
  return new InvalidValue(`must be ${rule}, not ${quote(word)}`, table.name(column));
}

/** Whether all of these say yes. @returns undefined if none says anything; the first that is invalid, if any is */
export function allOf(
  ...words: readonly (boolean | undefined | InvalidValue)[]
): boolean | undefined | InvalidValue {
  const invalid = words.find((word) => word instanceof InvalidValue);
  if (invalid !== undefined) return invalid;
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? undefined : !said.includes(false);
}
