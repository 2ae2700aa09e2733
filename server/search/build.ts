/** Makes the index of a segment out of its products, and lets others have their turn meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tokenizeWithCompounds } from '../../contract/tokenize.ts';
import { WEIGHT_MAX, weightOf } from '../catalogue/rules.ts';
import { costOf, DESCRIPTION_COST } from './costs.ts';
import { buildNameTable, hashOf } from './names.ts';
import {
  ALL_FIELDS,
  addPair,
  FIELD_BITS,
  Field,
  type IndexedRow,
  type Segment,
} from './segment.ts';
import { SortedWords } from './sorted-words.ts';

/** Products that are read or indexed in one go: a few milliseconds of work. */
export const PRODUCTS_A_TURN = 64;

/** A product whose words are known. */
interface Read {
  row: IndexedRow;
  weight: number;
  name: readonly string[];
  category: readonly string[];
  brand: readonly string[];
  description: readonly string[];
}

/** The costly part of the building, product by product. */
export function readWords(row: IndexedRow): Read {
  return {
    row,
    weight: weightOf(row),
    name: tokenizeWithCompounds(row.name),
    category: tokenizeWithCompounds(row.categories || row.category),
    brand: tokenizeWithCompounds(row.brand),
    description: tokenizeWithCompounds(row.description),
  };
}

export async function buildSegment(number: number, products: readonly Read[]): Promise<Segment> {
  const ranked = products.toSorted(
    (one, other) => other.weight - one.weight || one.row.position - other.row.position,
  );
  const { indexOf, ...index } = await buildPostings(ranked);
  const names = await buildNames(ranked, index.words.length, indexOf);
  const nameHashOf = Int32Array.from(ranked, ({ name }) => hashOf(name));
  const categories = [...new Set(ranked.map(({ row }) => row.category))];
  return {
    number,
    positionOf: Int32Array.from(ranked, ({ row }) => row.position),
    weightOf: Uint8Array.from(ranked, ({ weight }) => weight),
    countFrom: countFrom(ranked),
    centsOf: Int32Array.from(ranked, ({ row }) => row.cost_cents),
    halvesOf: Uint8Array.from(ranked, ({ row }) => row.rating_halves),
    categoryOf: Uint16Array.from(ranked, ({ row }) => categories.indexOf(row.category)),
    categories,
    nameHashOf,
    placesByName: buildNameTable(nameHashOf),
    ...names,
    ...index,
  };
}

/** By weight, and for one more than there is: how many have it or more. */
function countFrom(products: readonly Read[]): Uint16Array {
  const counts = new Uint16Array(WEIGHT_MAX + 2);
  for (const { weight } of products) counts[weight] = (counts[weight] as number) + 1;
  for (let weight = WEIGHT_MAX; weight > 0; weight--) {
    counts[weight - 1] = (counts[weight - 1] as number) + (counts[weight] as number);
  }
  return counts;
}

/** The postings of all words in the order they are found, and which word each is of. */
class Postings {
  readonly words: number[] = [];
  readonly postings: number[] = [];
  /** Where the latest of each word is. */
  readonly #latest: number[] = [];

  /** @returns whether the word has one at this place already */
  has(word: number, place: number): boolean {
    const latest = this.#latest[word];
    return latest !== undefined && (this.postings[latest] as number) >> FIELD_BITS === place;
  }

  add(word: number, place: number, field: number): void {
    if (this.has(word, place)) {
      const latest = this.#latest[word] as number;
      this.postings[latest] = (this.postings[latest] as number) | field;
      return;
    }
    this.#latest[word] = this.postings.length;
    this.words.push(word);
    this.postings.push((place << FIELD_BITS) | field);
  }
}

/** @returns `indexOf`, too: where one of the words is among them */
async function buildPostings(products: readonly Read[]): Promise<
  Pick<Segment, 'words' | 'offsets' | 'postings' | 'leastCosts'> & {
    indexOf: (word: string) => number;
  }
> {
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  const named = new Postings();
  const described = new Postings();
  for (const [place, { name, category, brand, description }] of products.entries()) {
    if (place % PRODUCTS_A_TURN === 0) await nextTurn();
    for (const word of name) named.add(numberOf(word), place, Field.NAME);
    for (const word of category) named.add(numberOf(word), place, Field.CATEGORY);
    for (const word of brand) named.add(numberOf(word), place, Field.BRAND);
    for (const word of description) {
      const number = numberOf(word);
      if (!named.has(number, place)) described.add(number, place, 0);
    }
  }
  await nextTurn();
  const words = new SortedWords(numbers.keys());
  await nextTurn();
  const ranks = new Uint32Array(words.length);
  let rank = 0;
  for (const word of words) ranks[numbers.get(word) as number] = rank++;
  await nextTurn();
  return {
    words,
    ...inOrder(words.length, ranks, named, described),
    indexOf: (word) => ranks[numbers.get(word) as number] as number,
  };
}

/** Counts the postings of each word, and then puts each where it belongs. */
function inOrder(
  wordCount: number,
  ranks: Uint32Array,
  named: Postings,
  described: Postings,
): Pick<Segment, 'offsets' | 'postings' | 'leastCosts'> {
  const lists = [named, described];
  const offsets = new Uint32Array(2 * wordCount + 1);
  for (const [which, { words }] of lists.entries()) {
    for (const word of words) {
      const list = 2 * (ranks[word] as number) + which;
      offsets[list + 1] = (offsets[list + 1] as number) + 1;
    }
  }
  for (let i = 1; i < offsets.length; i++) {
    offsets[i] = (offsets[i] as number) + (offsets[i - 1] as number);
  }
  const ends = offsets.slice();
  const postings = new Uint16Array(offsets.at(-1) as number);
  const leastCosts = new Uint8Array(wordCount).fill(DESCRIPTION_COST);
  for (const [which, list] of lists.entries()) {
    for (const [i, word] of list.words.entries()) {
      const rank = ranks[word] as number;
      const end = ends[2 * rank + which] as number;
      const posting = list.postings[i] as number;
      postings[end] = posting;
      ends[2 * rank + which] = end + 1;
      const cost = costOf(posting & ALL_FIELDS);
      leastCosts[rank] = Math.min(leastCosts[rank] as number, cost);
    }
  }
  return { offsets, postings, leastCosts };
}

async function buildNames(
  products: readonly Read[],
  wordCount: number,
  indexOf: (word: string) => number,
): Promise<Pick<Segment, 'names' | 'nameOffsets' | 'pairsOf'>> {
  const nameOffsets = new Uint32Array(products.length + 1);
  const pairsOf = new Uint32Array(2 * products.length);
  const all: number[] = [];
  await nextTurn();
  for (const [place, { name }] of products.entries()) {
    let before: number | undefined;
    for (const word of name) {
      const index = indexOf(word);
      if (before !== undefined) addPair(pairsOf, place, before, index);
      all.push(index);
      before = index;
    }
    nameOffsets[place + 1] = all.length;
  }
  const names = wordCount <= 2 ** 16 ? Uint16Array.from(all) : Uint32Array.from(all);
  return { names, nameOffsets, pairsOf };
}
