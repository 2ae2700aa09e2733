/** Makes the index of a stretch out of its products. */
import { indexWords } from '../../contract/words.ts';
import { weightOf } from '../catalogue/rules.ts';
import { costOf, DESCRIPTION_COST } from './costs.ts';
import {
  ALL_FIELDS,
  FIELD_BITS,
  Field,
  hashOf,
  type IndexedRow,
  pairBit,
  type Stretch,
} from './stretch.ts';

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
    name: indexWords(row.name),
    category: indexWords(row.categories || row.category),
    brand: indexWords(row.brand),
    description: indexWords(row.description),
  };
}

/** @param intern gives the one copy of a word that all stretches share */
export function buildStretch(
  number: number,
  products: readonly Read[],
  intern: (word: string) => string,
): Stretch {
  const ranked = products.toSorted(
    (one, other) => other.weight - one.weight || one.row.position - other.row.position,
  );
  const index = buildPostings(ranked, intern);
  const categories = [...new Set(ranked.map(({ row }) => row.category))];
  return {
    number,
    positionOf: Int32Array.from(ranked, ({ row }) => row.position),
    weightOf: Uint8Array.from(ranked, ({ weight }) => weight),
    centsOf: Int32Array.from(ranked, ({ row }) => row.cost_cents),
    halvesOf: Uint8Array.from(ranked, ({ row }) => row.rating_halves),
    categoryOf: Uint16Array.from(ranked, ({ row }) => categories.indexOf(row.category)),
    categories,
    nameHashOf: Int32Array.from(ranked, ({ name }) => hashOf(name)),
    ...buildNames(ranked, index.words),
    ...index,
  };
}

/** The postings of one word: those in name, category or brand, and those in the description alone. */
interface Lists {
  named: number[];
  described: number[];
}

function buildPostings(
  products: readonly Read[],
  intern: (word: string) => string,
): Pick<Stretch, 'words' | 'offsets' | 'postings' | 'leastCosts'> {
  const byWord = new Map<string, Lists>();
  const listsOf = (word: string): Lists => {
    const known = byWord.get(word);
    if (known !== undefined) return known;
    const lists = { named: [], described: [] };
    byWord.set(intern(word), lists);
    return lists;
  };
  for (const [place, { name, category, brand, description }] of products.entries()) {
    for (const word of name) postNamed(listsOf(word), place, Field.NAME);
    for (const word of category) postNamed(listsOf(word), place, Field.CATEGORY);
    for (const word of brand) postNamed(listsOf(word), place, Field.BRAND);
    for (const word of description) postDescribed(listsOf(word), place);
  }
  const words = [...byWord.keys()].sort();
  const lists = words.map((word) => byWord.get(word) as Lists);
  const offsets = new Uint32Array(2 * words.length + 1);
  const sizes = lists.flatMap(({ named, described }) => [named.length, described.length]);
  for (const [i, size] of sizes.entries()) offsets[i + 1] = (offsets[i] as number) + size;
  const postings = new Uint16Array(offsets.at(-1) as number);
  for (const [i, { named, described }] of lists.entries()) {
    postings.set(named, offsets[2 * i]);
    postings.set(described, offsets[2 * i + 1]);
  }
  return { words, offsets, postings, leastCosts: Uint8Array.from(lists, leastCostOf) };
}

function leastCostOf({ named }: Lists): number {
  const costs = named.map((posting) => costOf(posting & ALL_FIELDS));
  return costs.reduce((least, cost) => Math.min(least, cost), DESCRIPTION_COST);
}

function postNamed({ named }: Lists, place: number, field: number): void {
  const last = named.at(-1) ?? -1;
  if (last >> FIELD_BITS === place) named[named.length - 1] = last | field;
  else named.push((place << FIELD_BITS) | field);
}

function postDescribed({ named, described }: Lists, place: number): void {
  const isThere = (list: number[]) => (list.at(-1) ?? -1) >> FIELD_BITS === place;
  if (!isThere(named) && !isThere(described)) described.push(place << FIELD_BITS);
}

function buildNames(
  products: readonly Read[],
  words: readonly string[],
): Pick<Stretch, 'names' | 'nameOffsets' | 'pairsOf'> {
  const indices = new Map(words.map((word, index) => [word, index]));
  const nameOffsets = new Uint32Array(products.length + 1);
  const pairsOf = new Uint32Array(products.length);
  const all: number[] = [];
  for (const [place, { name }] of products.entries()) {
    let before: number | undefined;
    for (const word of name) {
      const index = indices.get(word) as number;
      if (before !== undefined)
        pairsOf[place] = (pairsOf[place] as number) | pairBit(before, index);
      all.push(index);
      before = index;
    }
    nameOffsets[place + 1] = all.length;
  }
  const names = words.length <= 2 ** 16 ? Uint16Array.from(all) : Uint32Array.from(all);
  return { names, nameOffsets, pairsOf };
}
