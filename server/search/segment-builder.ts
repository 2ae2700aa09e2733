/** Builds the index of a segment from its products, in steps that let other work run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tokenizeWithCompounds } from '../../contract/tokenize.ts';
import { weightOf } from '../catalogue/rules.ts';
import { ForwardIndex } from './forward-index.ts';
import { Penalty, wordPenalties } from './penalties.ts';
import { docOf, Field, fieldsOf, PostingLists, postingOf } from './posting-lists.ts';
import type { Segment } from './segment.ts';
import { SortedTerms } from './sorted-terms.ts';
import type { IndexedRow } from './store.ts';

/** Products that are read or indexed in one go: a few milliseconds of work. */
export const PRODUCTS_PER_STEP = 64;

export interface TokenizedProduct {
  row: IndexedRow;
  weight: number;
  name: readonly string[];
  category: readonly string[];
  brand: readonly string[];
  description: readonly string[];
}

/**
 * Splits the texts of a product into words, which is the expensive part of indexing.
 * @param words of the segment so far, each kept once
 */
export function tokenize(row: IndexedRow, words: Map<string, string>): TokenizedProduct {
  const wordsOf = (text: string) =>
    tokenizeWithCompounds(text).map((word) => {
      const known = words.get(word);
      if (known === undefined) words.set(word, word);
      return known ?? word;
    });
  return {
    row,
    weight: weightOf(row),
    name: wordsOf(row.name),
    category: wordsOf(row.categories || row.category),
    brand: wordsOf(row.brand),
    description: wordsOf(row.description),
  };
}

export async function buildSegment(
  number: number,
  products: readonly TokenizedProduct[],
): Promise<Segment> {
  const documents = products.toSorted(
    (one, other) => other.weight - one.weight || one.row.position - other.row.position,
  );
  const postings = await invert(documents);
  await nextTurn();
  const terms = [...postings.keys()].sort();
  await nextTurn();
  const lists = terms.map((term) => postings.get(term) as TermPostings); // a key of it
  const indices = new Map(terms.map((term, index) => [term, index]));
  await nextTurn();
  const names = documents.map(({ name }) => name.map((word) => indices.get(word) as number)); // indexed above
  await nextTurn();
  const categoryNames = [...new Set(documents.map(({ row }) => row.category))];
  return {
    number,
    terms: new SortedTerms(terms),
    named: new PostingLists(lists.map(({ named }) => named)),
    described: new PostingLists(lists.map(({ described }) => described)),
    minPenalties: Uint8Array.from(lists, minPenaltyOf),
    names: new ForwardIndex(names),
    positions: Int32Array.from(documents, ({ row }) => row.position),
    weights: Uint8Array.from(documents, ({ weight }) => weight),
    costsInCents: Int32Array.from(documents, ({ row }) => row.cost_cents),
    ratingsInHalves: Uint8Array.from(documents, ({ row }) => row.rating_halves),
    categories: Uint16Array.from(documents, ({ row }) => categoryNames.indexOf(row.category)),
    categoryNames,
  };
}

/** The postings of one term, in the order of documents. */
interface TermPostings {
  named: number[];
  described: number[];
}

async function invert(documents: readonly TokenizedProduct[]): Promise<Map<string, TermPostings>> {
  const postings = new Map<string, TermPostings>();
  const postingsOf = (term: string): TermPostings => {
    let known = postings.get(term);
    if (known === undefined) {
      known = { named: [], described: [] };
      postings.set(term, known);
    }
    return known;
  };
  for (const [doc, { name, category, brand, description }] of documents.entries()) {
    if (doc % PRODUCTS_PER_STEP === 0) await nextTurn();
    for (const word of name) addTo(postingsOf(word).named, doc, Field.NAME);
    for (const word of category) addTo(postingsOf(word).named, doc, Field.CATEGORY);
    for (const word of brand) addTo(postingsOf(word).named, doc, Field.BRAND);
    for (const word of description) {
      const { named, described } = postingsOf(word);
      if (lastDocOf(named) !== doc) addTo(described, doc, 0);
    }
  }
  return postings;
}

function addTo(list: number[], doc: number, field: number): void {
  if (lastDocOf(list) === doc)
    list.push((list.pop() as number) | field); // it has a last one
  else list.push(postingOf(doc, field));
}

function lastDocOf(list: readonly number[]): number | undefined {
  const last = list.at(-1);
  return last === undefined ? undefined : docOf(last);
}

function minPenaltyOf({ named }: TermPostings): number {
  let min: number = Penalty.DESCRIPTION;
  for (const posting of named) {
    min = Math.min(min, wordPenalties[fieldsOf(posting)] as number);
  }
  return min;
}
