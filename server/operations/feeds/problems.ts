/** The problems of a file, and what it seems to mean by names that are no fields and by columns that it lacks. */
import type { FeedRecord } from '../../../packages/product-feeds/index.ts';
import { parseCost } from '../../shop/catalogue/fields/parsers.ts';
import { fieldNames, findField } from '../../shop/catalogue/fields/product-fields.ts';

export const IS_MISSING = 'is missing';

export interface ImportProblem {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The field's name in the file; absent if the whole record has the problem. */
  field?: string;
  /** The text that follows the name of the field or line: "is missing". */
  message: string;
}

/** Names that are collected, and columns that are named in a message. */
const UNREAD_MAX = 100;
const NAMED_MAX = 30;

export class Hints {
  /** The names in a file of the shop's own formats that are no fields: one of them may be mistyped. */
  readonly unread = new Set<string>();
  /** The first record of a table. */
  #first: FeedRecord | undefined;
  /** The fields without a column that a record needs. */
  readonly #missing = new Set<string>();

  /** @param record with the names of the file that `--map` maps */
  read(record: FeedRecord): void {
    if (record.hasHeader && this.#first !== undefined) return;
    if (record.hasHeader) this.#first = record;
    // Formats of others have many columns that the shop has no use for.
    if (!record.isOwn) return;
    const used = new Set(record.names.values());
    for (const name of record.columns ?? record.source.keys()) {
      const isKnown = findField(name) !== undefined || used.has(name);
      if (!isKnown && this.unread.size < UNREAD_MAX) this.unread.add(name);
    }
  }

  /** A table that lacks a column has one problem, not one for each row. @returns whether this is the problem */
  take({ field = '', message }: ImportProblem): boolean {
    const { columns, names } = this.#first ?? {};
    if (columns === undefined || message !== IS_MISSING || columns.has(field)) return false;
    const [ours = field] = [...(names ?? [])].find(([, theirs]) => theirs === field) ?? [];
    this.#missing.add(ours);
    return true;
  }

  /** One sentence with the columns found, those missing, and what to try. */
  get problem(): ImportProblem | undefined {
    if (this.#first === undefined || this.#missing.size === 0) return undefined;
    const fields = [...this.#missing];
    const found = [...(this.#first.columns ?? [])].slice(0, NAMED_MAX).join(', ');
    const tries = suggestMapping(fields, this.#first).join(' ');
    const message = `has no column for ${fields.join(' and ')}, only ${found}; try ${tries}`;
    return { line: 1, message };
  }
}

/** Guesses columns by the values of the first record. */
function suggestMapping(fields: readonly string[], { columns, names, source }: FeedRecord) {
  const used = new Set<string>([...names.values(), ...fieldNames]);
  const free = [...(columns ?? [])].filter((column) => !used.has(column));
  return fields.map((field) => {
    const index = free.findIndex((column) => fits(field, source.get(column)));
    const [column] = index < 0 ? ['COLUMN'] : free.splice(index, 1);
    return `--map ${quoteWord(`${column}=${field}`)}`;
  });
}

function fits(field: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const isPrice = isCost(value.replace(',', '.'));
  if (field === 'cost') return isPrice;
  return !isPrice && /\p{L}/u.test(value) && !/^(https?:|\/)/.test(value);
}

function isCost(text: string): boolean {
  try {
    return parseCost(text) > 0;
  } catch {
    return false;
  }
}

/** For a shell. */
function quoteWord(word: string): string {
  return /^[\w=.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
