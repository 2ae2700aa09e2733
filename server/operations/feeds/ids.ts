/** The ids of a feed's products. Each is unique. If the feed has none, they are made from brand and name. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { PRODUCT_ID_MAX_LENGTH } from '../../../contract/limits.ts';
import { isReservedProductId } from '../../shop/catalogue/rules.ts';

/** The number of characters that a generated id leaves for a number: `-999999`. */
const NUMBER_LENGTH = 7;
/** The id of names without any usable character. */
const NAMELESS = 'product';

/** Letters that Unicode does not decompose into ASCII and a mark. */
const foldedLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
]);

/** Returns brand and name in lower-case ASCII with dashes: `sony-xperia-xz-4g-lte`. */
export function slugOf(brand: string, name: string): string {
  const slug = fold(name.startsWith(brand) ? name : `${brand} ${name}`)
    .slice(0, PRODUCT_ID_MAX_LENGTH - NUMBER_LENGTH)
    .replace(/^-|-$/g, '');
  return slug || NAMELESS;
}

function fold(text: string): string {
  return text
    .replace(/['’™]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (char) => foldedLetters.get(char) ?? '-')
    .replace(/-+/g, '-');
}

/** Kilobytes of memory for the ids. Further ids are on disk. */
const CACHE_KB = 16 * 1024;

/**
 * Generates the same ids for the same records in the same order, so that a second import finds the products of the
 * first.
 *
 * The ids are the only data that an import keeps of every product. They are in a temporary database, which SQLite
 * moves to disk when it grows, and deletes with the process.
 */
export class IdRegistry {
  readonly #database = new DatabaseSync('');
  readonly #claim: StatementSync;
  readonly #owner: StatementSync;
  readonly #number: StatementSync;
  readonly #setNumber: StatementSync;

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KB};
      create table ids (id text primary key, line integer not null) without rowid;
      create table numbers (slug text primary key, number integer not null) without rowid;
      begin`);
    const prepare = (sql: string): StatementSync => this.#database.prepare(sql);
    this.#claim = prepare('insert or ignore into ids values (?, ?)');
    this.#owner = prepare('select line from ids where id = ?');
    this.#number = prepare('select number from numbers where slug = ?');
    this.#setNumber = prepare('insert or replace into numbers values (?, ?)');
  }

  /** Claims an id for a line. @returns the line that has already claimed it, if any */
  claim(id: string, line: number): number | undefined {
    if (Number(this.#claim.run(id, line).changes) > 0) return undefined;
    return Number(this.#owner.get(id)?.line);
  }

  /** @returns the slug, or the slug with `-2`, `-3` … if it is taken or reserved */
  make(slug: string, line: number): string {
    let number = Number(this.#number.get(slug)?.number ?? 0);
    let id: string;
    do {
      number++;
      id = number === 1 ? slug : `${slug}-${number}`;
    } while (isReservedProductId(id) || this.claim(id, line) !== undefined);
    this.#setNumber.run(slug, number);
    return id;
  }

  close(): void {
    this.#database.close();
  }
}
