/** Builds the index of a segment from its products, in steps that let other work run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Names } from './names.ts';
import { type PostingList, PostingLists } from './posting-lists.ts';
import type { ProductTerms } from './product-terms.ts';
import type { Segment } from './segment.ts';
import { SortedTerms } from './sorted-terms.ts';
import { impactOf } from './weights.ts';

/** Products that are read or indexed in one go: a few milliseconds of work. */
export const PRODUCTS_PER_STEP = 64;

export async function buildSegment(
  number: number,
  products: readonly ProductTerms[],
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
    maxDescribed: lists.reduce((max, { described }) => Math.max(max, maxOf(described)), 0),
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

async function invert(documents: readonly ProductTerms[]): Promise<Map<string, TermPostings>> {
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
    // Cut into its parts, a name may lack a term of the whole: a number apart from its unit.
    for (const term of name) if (!named.has(term)) add('named', term, doc, 0);
  }
  return postings;
}

function maxImpactOf({ named, described }: TermPostings): number {
  return Math.max(maxOf(named), maxOf(described));
}

function maxOf({ impacts }: PostingList): number {
  return Math.max(0, ...impacts);
}
