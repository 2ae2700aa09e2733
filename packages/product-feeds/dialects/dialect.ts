/** What describes a program's format, and the one reader of all of them. */
import { isCurrencyName, readAmount } from '../amounts.ts';
import { readHtml } from '../files/html.ts';
import type { Row } from '../files/table.ts';
import {
  type FeedField,
  type FeedRecord,
  type FeedShop,
  InvalidValue,
  MalformedFile,
  type Names,
} from '../records.ts';
import { BOOLEAN_WORDS, createTruthReader } from '../truth.ts';
import { quote } from '../values.ts';

export interface Dialect {
  /** The program whose names the shop's fields have. */
  program: 'shopify' | 'woo' | 'google';
  /** The columns that are no fields of the shop. */
  columns: Readonly<Record<string, Names>>;
  /** The folded names of the columns that the shop has no use for. */
  others: RegExp;
  /** Makes the same text of names that mean the same. */
  fold(name: string): string;
  /** What a name may begin with, the preferred one first. */
  prefixes?: readonly string[];
  /** How fields are read, if not as they are. */
  readers: Readers;
}

export type Readers = Readonly<Record<string, (cells: Cells) => unknown>>;

/** How a file is read. */
export interface Reading {
  shop: FeedShop;
  /** The file's names by the shop's fields. */
  mapping: ReadonlyMap<string, string>;
  /** Whether a name is left out. */
  isIgnored(name: string): boolean;
}

/** The fields for which a program has a column. */
export function namesOf(
  fields: readonly FeedField[],
  program: Dialect['program'],
): (readonly [field: string, names: Names])[] {
  return fields.flatMap(({ name, [program]: names }) => (names ? [[name, names] as const] : []));
}

/** `Price (USD)`, `price_usd`, `PriceUSD` and `Price USD` are one heading. A price in another currency is no price. */
export function foldHeading(heading: string): string {
  return heading
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)/gu, ' ')
    .toLowerCase()
    .replace(/(?:[^\p{L}\p{N}\p{Sc}]|\$)+/gu, ' ')
    .trim();
}

/** The columns that a table has of those that a format knows. */
export class Columns {
  /** The names that the format doesn't know. */
  readonly unread: readonly string[];
  /** The name that the table gives each column; its usual one if the table lacks it. */
  readonly names: ReadonlyMap<string, string>;
  readonly #found: ReadonlyMap<string, string>;
  readonly #truths = new Map<string, ReturnType<typeof createTruthReader>>();

  /** @param found the table's names @param usual the names that problems have if the table lacks a column */
  constructor(
    header: readonly string[],
    found: ReadonlyMap<string, string>,
    {
      usual,
      others,
      mapping,
    }: Pick<Reading, 'mapping'> & {
      usual: ReadonlyMap<string, string>;
      others?: (name: string) => boolean;
    },
  ) {
    this.#found = found;
    this.names = new Map([...usual, ...found]);
    const known = new Set([...found.values(), ...mapping.values()]);
    const isKnown = (name: string) => known.has(name) || isCurrencyName(name) || others?.(name);
    this.unread = header.filter((name) => !isKnown(name));
  }

  /** @throws MalformedFile if two names of a column differ only in case: nobody knows which is meant */
  static of(header: readonly string[], dialect: Dialect, { shop, mapping }: Reading): Columns {
    const { program, fold, prefixes = [''], others } = dialect;
    const folded = Map.groupBy(header, fold);
    const candidates = [...namesOf(shop.fields, program), ...Object.entries(dialect.columns)];
    const found = new Map<string, string>();
    const known = new Set<string>();
    for (const [column, names] of candidates) {
      const possible = names.flatMap((name) => prefixes.map((prefix) => fold(prefix + name)));
      for (const one of possible) known.add(one);
      const [name, repeated] = possible.map((one) => folded.get(one)).find(Boolean) ?? [];
      if (repeated !== undefined) {
        throw new MalformedFile(1, `names the field ${repeated} twice`);
      }
      if (name !== undefined) found.set(column, name);
    }
    const usual = new Map(candidates.map(([column, [name]]) => [column, name]));
    const isOther = (name: string) => known.has(fold(name)) || others.test(fold(name));
    return new Columns(header, found, { usual, others: isOther, mapping });
  }

  has(column: string): boolean {
    return this.#found.has(column);
  }

  name(column: string): string {
    return this.names.get(column) ?? column;
  }

  /** Reads the words of a column, which are all of one language. */
  truth(column: string, word: string): boolean | undefined {
    const read = this.#truths.get(column) ?? createTruthReader();
    this.#truths.set(column, read);
    return read(word);
  }
}

/** The fields that each variant has for itself. Those of the product have the others. */
export const ofVariants: ReadonlySet<string> = new Set([
  '_id',
  'cost',
  'stock',
  'stock_seen',
  'stock_change',
]);

/** The cells of a product by their columns. */
export class Cells {
  readonly columns: Columns;
  readonly shop: FeedShop;
  /** The cells of its product. A product that is no variant is its own. */
  readonly parent: Cells;
  /** The columns from which fields are read, if they are not their own. */
  readonly names = new Map<string, string>();
  readonly #row: Row;

  constructor(columns: Columns, row: Row, shop: FeedShop, parent?: Row) {
    this.columns = columns;
    this.#row = row;
    this.shop = shop;
    this.parent = parent === undefined ? this : new Cells(columns, parent, shop);
  }

  /** @returns undefined if the cell is empty, or if the table lacks the column */
  own(column: string): string | undefined {
    const { columns } = this;
    return columns.has(column) ? this.#row.cells.get(columns.name(column))?.trim() : undefined;
  }

  /** The same, or the cell of the parent. */
  text(column: string): string | undefined {
    return this.own(column) ?? (this.parent === this ? undefined : this.parent.own(column));
  }

  html(column: string): string | undefined | InvalidValue {
    return readHtml(this.text(column));
  }

  /**
   * Reads a cell that has one of several words, in any case.
   * @param rule what the cell must be
   * @returns undefined if it is empty
   */
  word<T>(
    column: string,
    words: ReadonlyMap<string, T>,
    rule: string,
  ): T | undefined | InvalidValue {
    const word = this.own(column);
    if (word === undefined) return undefined;
    return words.get(word.toLowerCase()) ?? this.#refuse(column, `must be ${rule}`, word);
  }

  /** @param words those that mean yes or no beside the usual ones @param rule names them */
  truth(
    column: string,
    words: ReadonlyMap<string, boolean> = new Map(),
    rule = '',
  ): boolean | undefined | InvalidValue {
    const word = this.own(column);
    if (word === undefined) return undefined;
    const meaning = words.get(word.toLowerCase()) ?? this.columns.truth(column, word);
    if (meaning !== undefined) return meaning;
    return this.#refuse(column, `must be ${rule}${BOOLEAN_WORDS}`, word);
  }

  #refuse(column: string, rule: string, word: string): InvalidValue {
    return new InvalidValue(`${rule}, not ${quote(word)}`, this.columns.name(column));
  }
}

interface Product {
  cells: Cells;
  line: number;
  source: ReadonlyMap<string, string>;
  /** Values that are not read from cells of their own. */
  own?: Readonly<Record<string, unknown>>;
}

function readField(name: string, read: Readers[string] | undefined, cells: Cells): unknown {
  if (read !== undefined) return read(cells);
  return ofVariants.has(name) ? cells.own(name) : cells.text(name);
}

/** @param fields those that the format has */
export function toRecord(
  fields: readonly FeedField[],
  readers: Readers,
  { cells, line, source, own = {} }: Product,
): FeedRecord {
  const { columns } = cells;
  const values = new Map<string, unknown>();
  for (const { name } of fields) {
    const value = Object.hasOwn(own, name) ? own[name] : readField(name, readers[name], cells);
    if (value !== undefined) values.set(name, value);
  }
  const names = cells.names.size > 0 ? new Map([...columns.names, ...cells.names]) : columns.names;
  return { line, values, names, source, unread: columns.unread };
}

/**
 * A sale that begins or ends is ignored, since the shop can't end one. A sale price of 0, or one that is no lower than the
 * price, is none. A price that can't be read stays, because nobody knows whether the sale price is lower.
 */
export function readPrice(cells: Cells, tidy = (amount: string) => amount): string | undefined {
  const [price, sale] = ['cost', 'sale price'].map((column) => {
    const amount = cells.own(column);
    return amount && tidy(amount);
  });
  const hasDates = ['sale starts', 'sale ends'].some((column) => cells.own(column) !== undefined);
  if (sale === undefined || hasDates) return price;
  const [usual, lower] = [price ?? '', sale].map((text) => readAmount(text, cells.shop.currency));
  if (price !== undefined && typeof usual !== 'number') return price;
  const isNone = lower === 0 || Number(lower) >= Number(usual);
  if (isNone) return price;
  cells.names.set('cost', cells.columns.name('sale price'));
  return sale;
}

/** A number in a taxonomy means nothing to shoppers. */
export function withoutNumber(category: string | undefined): string | undefined {
  return /^\d+$/.test(category ?? '') ? undefined : category;
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
