/** The ids of one file's products: each only once, and made where the file has none. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { PRODUCT_ID_MAX_LENGTH } from '../../../contract/limits.ts';

/** Characters of an id that a number may take: `-999999`. */
const NUMBER_ROOM = 7;
/** For names without a letter or digit that ASCII has something for. */
const NAMELESS = 'product';

/** Letters that Unicode doesn't take apart into a plain one and a mark. */
const foldedLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Brand and name in lower-case ASCII with dashes: `sony-xperia-xz-4g-lte`. */
export function slugOf(brand: string, name: string): string {
  const slug = fold(name.startsWith(brand) ? name : `${brand} ${name}`)
    .slice(0, PRODUCT_ID_MAX_LENGTH - NUMBER_ROOM)
    .replace(/^-|-$/g, '');
  return slug || NAMELESS;
}

function fold(text: string): string {
  return text
    .replace(/['’™]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (char) => foldedLetters[char] ?? '-')
    .replace(/-+/g, '-');
}

/** Kilobytes of the book that stay in memory; the rest of it lies on disk. */
const CACHE_KB = 16 * 1024;

/** What a record's check asks for an id. */
export interface Ids {
  /** @returns the line that has the id already; then it stays there */
  claim(id: string, line: number): number | undefined;
  /** The slug itself for the first that asks, then `-2`, `-3`, past every id that is taken. */
  make(slug: string, line: number): string;
}

/** For a second reading, where the first found each record with an id of its own. */
export const knownToBeUnique: Ids = {
  claim: () => undefined,
  make(slug) {
    throw new Error(`No id was made before, but one is needed now: ${slug}`);
  },
};

/**
 * Remembers which line has which id. Given the same records in the same order it makes the same ids,
 * so that a second import finds the products of the first.
 *
 * It is all that an import remembers of every product, so it is kept in a database without a name,
 * which SQLite puts on disk where it grows and which vanishes with the process, however that ends.
 */
export class IdBook implements Ids {
  #made = 0;
  readonly #database = new DatabaseSync('');
  readonly #claim: StatementSync;
  readonly #owner: StatementSync;
  readonly #number: StatementSync;
  readonly #setNumber: StatementSync;

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KB};
      create table lines (id text primary key, line integer not null) without rowid;
      create table numbers (slug text primary key, number integer not null) without rowid;
      begin`);
    const prepare = (sql: string): StatementSync => this.#database.prepare(sql);
    this.#claim = prepare('insert or ignore into lines values (?, ?)');
    this.#owner = prepare('select line from lines where id = ?');
    this.#number = prepare('select number from numbers where slug = ?');
    this.#setNumber = prepare('insert or replace into numbers values (?, ?)');
  }

  /** How many ids were made, and not read from the file. */
  get made(): number {
    return this.#made;
  }

  claim(id: string, line: number): number | undefined {
    if (Number(this.#claim.run(id, line).changes) > 0) return undefined;
    return Number(this.#owner.get(id)?.line);
  }

  make(slug: string, line: number): string {
    this.#made++;
    let number = Number(this.#number.get(slug)?.number ?? 0);
    let id: string;
    do {
      number++;
      id = number === 1 ? slug : `${slug}-${number}`;
    } while (this.claim(id, line) !== undefined);
    this.#setNumber.run(slug, number);
    return id;
  }

  close(): void {
    this.#database.close();
  }
}
