/** A table that lacks columns has one problem, not one for each row. */
import { parseCost } from '../../shop/catalogue/fields/parsers.ts';
import { fieldNames } from '../../shop/catalogue/fields/product-fields.ts';
import type { ImportProblem } from './errors.ts';
import type { FeedEntry, FeedRecord } from './formats/format.ts';
import { IS_MISSING } from './validation.ts';

/** Columns named in a message. */
const NAMED_MAX = 30;

export class MissingColumns {
  /** The first record of a table. */
  #first: FeedRecord | undefined;
  /** The fields without a column that a record needs. */
  readonly #fields = new Set<string>();

  read(entry: FeedEntry): void {
    if (this.#first === undefined && 'values' in entry && entry.hasHeader) this.#first = entry;
  }

  /** @returns whether the table has no column for the field that is missing */
  take({ field = '', message }: ImportProblem): boolean {
    const columns = this.#first?.columns;
    const isMissing = columns !== undefined && message === IS_MISSING && !columns.has(field);
    if (isMissing) this.#fields.add(this.#ourName(field));
    return isMissing;
  }

  #ourName(field: string): string {
    const names = [...(this.#first?.names ?? [])];
    return names.find(([, theirs]) => theirs === field)?.[0] ?? field;
  }

  /** One sentence with the columns found, those missing, and what to try. */
  get problem(): ImportProblem | undefined {
    if (this.#first === undefined || this.#fields.size === 0) return undefined;
    const { columns = new Set() } = this.#first;
    const found = [...columns].slice(0, NAMED_MAX).join(', ');
    const tries = suggestMapping([...this.#fields], this.#first);
    const missing = [...this.#fields].join(' and ');
    const message = `has no column for ${missing}, only ${found}; try ${tries.join(' ')}`;
    return { line: 1, message };
  }
}

/** Guesses columns by the values of the first record. */
function suggestMapping(fields: readonly string[], { columns, names, source, values }: FeedRecord) {
  const used = new Set<string>([...(names?.values() ?? []), ...fieldNames]);
  const free = [...(columns ?? [])].filter((column) => !used.has(column));
  return fields.map((field) => {
    const index = free.findIndex((column) => fits(field, (source ?? values).get(column)));
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
