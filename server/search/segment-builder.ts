/** Builds the index of a segment from its products, in steps that let other work run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tokenize, tokenizeWithCompounds } from '../../contract/tokenize.ts';
import { weightOf } from '../catalogue/rules.ts';
import { headOfName, headsOfCategory, splitName } from './fields.ts';
import { Names } from './names.ts';
import { type PostingList, PostingLists } from './posting-lists.ts';
import type { Segment } from './segment.ts';
import { SortedTerms } from './sorted-terms.ts';
import type { IndexedRow } from './store.ts';
import { type FieldName, impactOf, occurrenceWeight } from './weights.ts';

/** Products that are read or indexed in one go: a few milliseconds of work. */
export const PRODUCTS_PER_STEP = 64;

export interface TokenizedProduct {
  row: IndexedRow;
  weight: number;
  name: readonly string[];
  /** What each term of name, category and brand counts. */
  named: ReadonlyMap<string, number>;
  /** What each term of the description counts. */
  described: ReadonlyMap<string, number>;
}

/**
 * Splits the texts of a product into words, which is the expensive part of indexing.
 * @param words of the segment so far, each kept once
 */
export function tokenizeProduct(row: IndexedRow, words: Map<string, string>): TokenizedProduct {
  const known = (word: string): string => {
    const same = words.get(word);
    if (same === undefined) words.set(word, word);
    return same ?? word;
  };
  const described = weigh('description', tokenizeWithCompounds(row.description), known);
  const parts = splitName(row.name);
  const head = headOfName(parts, row.brand);
  // A name that repeats the brand says no more than one without it: of these fields the best one counts.
  const mentions = [
    weigh('name', tokenizeWithCompounds(parts.main), known),
    weigh('complement', tokenizeWithCompounds(parts.complement), known),
    weigh('category', tokenizeWithCompounds(row.categories || row.category), known),
    weigh('brand', tokenizeWithCompounds(row.brand), known),
  ];
  const heads = [
    weigh('head', head === undefined ? [] : [head], known),
    weigh('categoryHead', headsOfCategory(row.category), known),
  ];
  const named = new Map<string, number>();
  for (const [word, weight] of mentions.flatMap((field) => [...field])) {
    named.set(word, Math.max(named.get(word) ?? 0, weight));
  }
  for (const [word, weight] of heads.flatMap((field) => [...field])) {
    named.set(word, (named.get(word) ?? 0) + weight);
  }
  return { row, weight: weightOf(row), name: tokenize(row.name).map(known), named, described };
}

/** What each term of a field counts. */
function weigh(
  field: FieldName,
  terms: readonly string[],
  known: (word: string) => string,
): Map<string, number> {
  const weight = occurrenceWeight(field, terms.length);
  const weights = new Map<string, number>();
  for (const term of terms) {
    const word = known(term);
    weights.set(word, (weights.get(word) ?? 0) + weight);
  }
  return weights;
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
    maxImpacts: Uint8Array.from(lists, maxImpactOf),
    names: new Names(names),
    positions: Int32Array.from(documents, ({ row }) => row.position),
    weights: Uint8Array.from(documents, ({ weight }) => weight),
    costsInCents: Int32Array.from(documents, ({ row }) => row.cost_cents),
    ratingsInHalves: Uint8Array.from(documents, ({ row }) => row.rating_halves),
    categories: Uint16Array.from(documents, ({ row }) => categoryNames.indexOf(row.category)),
    categoryNames,
  };
}

interface TermPostings {
  named: PostingList;
  described: PostingList;
}

async function invert(documents: readonly TokenizedProduct[]): Promise<Map<string, TermPostings>> {
  const postings = new Map<string, TermPostings>();
  const add = (list: keyof TermPostings, term: string, doc: number, weight: number): void => {
    let known = postings.get(term);
    if (known === undefined) {
      known = { named: { docs: [], impacts: [] }, described: { docs: [], impacts: [] } };
      postings.set(term, known);
    }
    known[list].docs.push(doc);
    known[list].impacts.push(impactOf(weight));
  };
  for (const [doc, { name, named, described }] of documents.entries()) {
    if (doc % PRODUCTS_PER_STEP === 0) await nextTurn();
    for (const [term, weight] of named)
      add('named', term, doc, weight + (described.get(term) ?? 0));
    for (const [term, weight] of described) {
      if (!named.has(term)) add('described', term, doc, weight);
    }
    // A term of the name: `I'm` between hyphens, for example, is only in a compound elsewhere.
    for (const term of name) if (!named.has(term)) add('named', term, doc, 0);
  }
  return postings;
}

function maxImpactOf({ named, described }: TermPostings): number {
  return Math.max(0, ...named.impacts, ...described.impacts);
}
