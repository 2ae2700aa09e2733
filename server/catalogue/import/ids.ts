/** The ids of one file's products: each only once, and made where the file has none. */
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

/**
 * Remembers which line has which id. Given the same records in the same order it makes the same ids,
 * so that a second import finds the products of the first.
 */
export class IdBook {
  /** All that an import remembers of every product; the rest streams by. */
  readonly #lines = new Map<string, number>();
  readonly #numbers = new Map<string, number>();

  /** @returns the line that has the id already; then it stays there */
  claim(id: string, line: number): number | undefined {
    const owner = this.#lines.get(id);
    if (owner === undefined) this.#lines.set(id, line);
    return owner;
  }

  /** The slug itself for the first that asks, then `-2`, `-3`, past every id that is taken. */
  make(slug: string, line: number): string {
    let number = this.#numbers.get(slug) ?? 0;
    let id: string;
    do {
      number++;
      id = number === 1 ? slug : `${slug}-${number}`;
    } while (this.claim(id, line) !== undefined);
    this.#numbers.set(slug, number);
    return id;
  }
}
