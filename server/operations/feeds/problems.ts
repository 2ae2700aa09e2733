/** The problems of a file, and what it seems to mean by names that are no fields and by columns that it lacks. */
import { CURRENCY } from '../../../contract/money.ts';
import { type FeedRecord, listNames, readNumber } from '../../../packages/product-feeds/index.ts';

export const IS_MISSING = 'is missing';

export interface ImportProblem {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The field's name in the file; absent if the whole record has the problem. */
  field?: string;
  /** The text that follows the name of the field or line: "is missing". */
  message: string;
  /** Whether it is said once for all rows. */
  isOfColumn?: true;
}

/** Names that are collected, and columns that are named in a message. */
const UNREAD_MAX = 100;
const NAMED_MAX = 15;
/** What a message quotes of a row. */
const VALUES = /"(?:[^"\\]|\\.)*"|\d+|[[{].*/g;
/** Longer text is no amount. */
const AMOUNT_MAX_LENGTH = 40;

export class Hints {
  /** The names that mean nothing to the shop: one of them may be mistyped. */
  readonly unread = new Set<string>();
  /** The first record of a table. */
  #first: FeedRecord | undefined;
  /** The fields without a column that a record needs. */
  readonly #missing = new Set<string>();
  /** The problems of columns, which all rows have. */
  readonly #said = new Set<string>();

  read(record: FeedRecord): void {
    if (record.hasHeader && this.#first !== undefined) return;
    if (record.hasHeader) this.#first = record;
    for (const name of record.unread ?? []) {
      if (this.unread.size < UNREAD_MAX) this.unread.add(name);
    }
  }

  /** A problem of a column is one problem, not one for each row. @returns whether it is said already, or said by `problem` */
  take({ field = '', message, isOfColumn }: ImportProblem): boolean {
    if (isOfColumn) {
      // Another currency in the same column is another problem, another value or line is not.
      const kind = field + message.replace(VALUES, '');
      const isSaid = this.#said.has(kind) || this.#said.size === UNREAD_MAX;
      this.#said.add(kind);
      return isSaid;
    }
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
    const found = listNames(this.#first.columns ?? [], NAMED_MAX);
    const tries = suggestMapping(fields, this.#first);
    const isOther = tries.some((option) => OTHER_CURRENCY.test(option));
    const currency = isOther ? `, which reads the amounts as ${CURRENCY}` : '';
    const message = `has no column for ${fields.join(' and ')}, only ${found}; try ${tries.join(' ')}${currency}`;
    return { line: 1, message };
  }
}

const OTHER_CURRENCY = /[€£¥₹]|\b(EUR|GBP|JPY|CHF|CAD|AUD|INR)\b/i;
/** What headings say in several languages, the likeliest first. */
const headings: Readonly<Record<string, readonly RegExp[]>> = {
  cost: [
    /^(?!.*(compare|old|was|purchase|buy|shipping|tax)).*(price|preis|prix|precio|preço|prezzo|prijs|pris|cena|цена|價格|价格|価格|[€£¥₹])/i,
    /amount|betrag|montant|importe|\bcost\b|rrp|msrp/i,
  ],
  name: [
    /^(?!.*(brand|vendor|company|file|user|store)).*(name|title|titel|titre|titolo|título|nom\b|nombre|nome|naam|nazwa|имя|название|品名|商品|名称|名稱)/i,
    /product|produ[ck]t|artikel|article|artículo|item|description|bezeichnung/i,
  ],
};
/** A whole number may be a stock count. */
const DECIMALS = /\d[.,]\d{2}$/;

/** @returns options */
function suggestMapping(fields: readonly string[], record: FeedRecord): string[] {
  const guesses = guessColumns(fields, record);
  return fields.map((field) => {
    const column = guesses.get(field);
    if (column === undefined && field === 'cost') return '--set cost=AMOUNT';
    return `--map ${quoteWord(`${column ?? 'COLUMN'}=${field}`)}`;
  });
}

/** Guesses columns by their headings, and then by the values of the record. @returns columns by the field */
export function guessColumns(
  fields: readonly string[],
  record: FeedRecord,
): ReadonlyMap<string, string> {
  const { columns = [], names, source, unread = [] } = record;
  const used = new Set(names.values());
  const free = new Set(
    [...columns].filter((column) => !used.has(column) || unread.includes(column)),
  );
  const guesses = new Map<string, string>();
  for (const field of fields) {
    const fits = (column: string) => {
      const value = source.get(column);
      return typeof value === 'string' && (field === 'cost' ? isCost(value) : isName(value));
    };
    const byHeading = (headings[field] ?? []).flatMap((heading) =>
      [...free].filter((column) => heading.test(column) && (!source.has(column) || fits(column))),
    );
    const byValue = [...free].filter(
      (column) => fits(column) && (field !== 'cost' || DECIMALS.test(String(source.get(column)))),
    );
    const column = [...byHeading, ...byValue][0];
    if (column === undefined) continue;
    guesses.set(field, column);
    free.delete(column);
  }
  return guesses;
}

function isName(value: string): boolean {
  return !isCost(value) && /\p{L}/u.test(value) && !/^(https?:|\/)/.test(value);
}

/** In any currency. */
function isCost(text: string): boolean {
  const number = readNumber(text.replace(/[^\d.,\s]|\b[A-Z]{3}\b/g, ''));
  return typeof number === 'number' && number > 0 && text.length < AMOUNT_MAX_LENGTH;
}

/** For a shell. */
function quoteWord(word: string): string {
  return /^[\w=.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
