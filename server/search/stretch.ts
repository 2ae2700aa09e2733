/** The index of one stretch of the catalogue: everything that a search compares, in typed arrays. */
import { indexWords } from '../../contract/words.ts';
import { weightOf } from '../catalogue/rules.ts';
import { STRETCH_SIZE } from '../catalogue/stretches.ts';
import type { ProductRow } from '../storage/schema.ts';

/** Where a product has a word; a sum where it has it in several. */
export const Field = { NAME: 1, CATEGORY: 2, BRAND: 4, DESCRIPTION: 8 } as const;
/** A posting is the product's place in its stretch and, in the lowest bits, the fields. */
export const FIELD_BITS = 4;
export const ALL_FIELDS = 2 ** FIELD_BITS - 1;
/** The weight where no product is. */
export const ABSENT = 255;

export type IndexedRow = Pick<
  ProductRow,
  | 'position'
  | 'name'
  | 'category'
  | 'categories'
  | 'brand'
  | 'description'
  | 'popularity'
  | 'cost_cents'
  | 'rating_halves'
>;

/** Never changed once it is built. Products go by their place: position less the stretch's first one. */
export interface Stretch {
  /** The position of place 0. */
  readonly first: number;
  /** All words, in the order of their code units. */
  readonly words: readonly string[];
  /** Where the postings of each word begin; one more than there are words. */
  readonly offsets: Uint32Array;
  readonly postings: Uint16Array;
  /** Where the words of each product's name begin in `names`. */
  readonly nameOffsets: Uint32Array;
  /** Indices in `words`. */
  readonly names: Uint16Array | Uint32Array;
  readonly costCents: Int32Array;
  readonly ratingHalves: Uint8Array;
  /** 0 to 99, or ABSENT. */
  readonly weights: Uint8Array;
  readonly categories: readonly string[];
  /** Index in `categories`. */
  readonly categoryOf: Uint16Array;
}

export class StretchBuilder {
  readonly #first: number;
  readonly #intern: (word: string) => string;
  readonly #postings = new Map<string, number[]>();
  readonly #names: (readonly string[] | undefined)[] = [];
  readonly #categories = new Map<string, number>();
  readonly #columns = {
    costCents: new Int32Array(STRETCH_SIZE),
    ratingHalves: new Uint8Array(STRETCH_SIZE),
    weights: new Uint8Array(STRETCH_SIZE).fill(ABSENT),
    categoryOf: new Uint16Array(STRETCH_SIZE),
  };

  /** @param intern gives the one copy of a word that all stretches share */
  constructor(first: number, intern: (word: string) => string) {
    this.#first = first;
    this.#intern = intern;
  }

  add(row: IndexedRow): void {
    const place = row.position - this.#first;
    const name = indexWords(row.name);
    this.#post(place, name, Field.NAME);
    this.#post(place, indexWords(row.categories || row.category), Field.CATEGORY);
    this.#post(place, indexWords(row.brand), Field.BRAND);
    this.#post(place, indexWords(row.description), Field.DESCRIPTION);
    this.#names[place] = name;
    const { costCents, ratingHalves, weights, categoryOf } = this.#columns;
    costCents[place] = row.cost_cents;
    ratingHalves[place] = row.rating_halves;
    weights[place] = weightOf(row);
    const known = this.#categories.get(row.category) ?? this.#categories.size;
    this.#categories.set(row.category, known);
    categoryOf[place] = known;
  }

  #post(place: number, words: readonly string[], field: number): void {
    for (const word of words) {
      const postings = this.#postings.get(word);
      if (postings === undefined) {
        this.#postings.set(this.#intern(word), [(place << FIELD_BITS) | field]);
        continue;
      }
      const last = postings.length - 1;
      const posting = postings[last] ?? 0;
      if (posting >> FIELD_BITS === place) postings[last] = posting | field;
      else postings.push((place << FIELD_BITS) | field);
    }
  }

  build(): Stretch {
    const words = [...this.#postings.keys()].sort();
    const lists = words.map((word) => this.#postings.get(word) ?? []);
    const postings = new Uint16Array(lists.reduce((sum, list) => sum + list.length, 0));
    const offsets = new Uint32Array(words.length + 1);
    let end = 0;
    for (const [index, list] of lists.entries()) {
      postings.set(list, end);
      end += list.length;
      offsets[index + 1] = end;
    }
    return {
      first: this.#first,
      words,
      offsets,
      postings,
      ...this.#buildNames(words),
      ...this.#columns,
      categories: [...this.#categories.keys()],
    };
  }

  #buildNames(words: readonly string[]): Pick<Stretch, 'names' | 'nameOffsets'> {
    const indices = new Map(words.map((word, index) => [word, index]));
    const nameOffsets = new Uint32Array(STRETCH_SIZE + 1);
    const all: number[] = [];
    for (let place = 0; place < STRETCH_SIZE; place++) {
      for (const word of this.#names[place] ?? []) all.push(indices.get(word) ?? 0);
      nameOffsets[place + 1] = all.length;
    }
    const names = words.length <= 2 ** 16 ? Uint16Array.from(all) : Uint32Array.from(all);
    return { names, nameOffsets };
  }
}

/** The index of the first word, from one on, that isn't before this one. */
export function firstFrom(words: readonly string[], word: string, from = 0): number {
  let low = from;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The index behind the last word that begins so.
 * @param from the index of the first one
 */
export function endOfBeginning(words: readonly string[], beginning: string, from: number): number {
  // Most beginnings have no other word, or few.
  if (!words[from]?.startsWith(beginning)) return from;
  // No word has this character, and none stands behind it.
  return firstFrom(words, `${beginning}\uffff`, from);
}

/** The index of a word, or -1. */
export function indexOf(words: readonly string[], word: string): number {
  const index = firstFrom(words, word);
  return words[index] === word ? index : -1;
}
