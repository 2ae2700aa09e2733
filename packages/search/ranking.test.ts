/** The index skips products that cannot be among the best. These tests compare it with a search of every product. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseQuery } from './analysis/query.ts';
import { Synonyms } from './analysis/synonyms.ts';
import { expected, keyOf } from './exhaustive-search.testing.ts';
import { type IndexedProduct, type Ranked, SearchEngine, type SearchRequest } from './index.ts';
import { planQuery } from './matching/plan.ts';
import { relax } from './matching/relaxation.ts';
import { MemorySource } from './memory-source.testing.ts';
import { CATEGORIES, products, WORDS, words } from './ranked-products.testing.ts';
import { ProductIndex } from './segments/product-index.ts';

const LIMIT = 50;
const whole: SearchRequest = { text: '', exact: true, filters: {}, sort: 'relevance' };

const source = new MemorySource(products);
const engine = new SearchEngine(source);
await engine.build();
afterAll(() => engine.close());

/** All pages of a search. */
function found(request: SearchRequest): number[] {
  const positions: number[] = [];
  for (let after: Ranked | undefined, isLast = false; !isLast; ) {
    const { results } = engine.search(request, LIMIT, after);
    expect(results.length).toBeLessThanOrEqual(LIMIT);
    positions.push(...results.map(({ position }) => position));
    after = results.at(-1);
    isLast = results.length < LIMIT;
  }
  return positions;
}

const cents = fc.option(fc.integer({ min: 100, max: 9_900 }), { nil: undefined });
const request: fc.Arbitrary<SearchRequest> = fc.record({
  text: fc.oneof(words(3), fc.constantFrom('la', 'tab', 'garden lamp', 'red oa', 'x')),
  exact: fc.constant(true),
  filters: fc.record({
    category: fc.constantFrom(undefined, undefined, ...CATEGORIES, 'No such'),
    minCents: cents,
    maxCents: cents,
    minHalves: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
  }),
  sort: fc.constantFrom('relevance', 'price', 'price-desc', 'rating'),
});

test('the pages of a search are those that a comparison of every product finds', () => {
  fc.assert(
    fc.property(request, (wanted) => {
      expect(found(wanted)).toEqual(expected(wanted));
    }),
    { numRuns: 40 },
  );
});

test('so are those of a search without filters', () => {
  for (const text of [
    ...WORDS,
    'lamp table',
    'red lamp',
    'to x9',
    'oak tablet red',
    'la',
    'garden lamp',
    'mast',
    'tall mast',
    'ship',
  ]) {
    expect(found({ ...whole, text })).toEqual(expected({ ...whole, text }));
  }
});

test('a short page of a relaxed search, which skips most products, begins as one that skips none', () => {
  let relaxed = 0;
  fc.assert(
    fc.property(words(8), (text) => {
      const wanted = { ...whole, text, exact: false };
      const all = engine.search(wanted, products.length);
      expect(engine.search(wanted, 5).results).toEqual(all.results.slice(0, 5));
      if (all.partial !== undefined) relaxed++;
    }),
    // The seed is fixed, so that the number of relaxed searches is.
    { numRuns: 60, seed: 7 },
  );
  expect(relaxed).toBeGreaterThan(10);
});

test('a relaxed search compares the names only of products that may be among the best', async () => {
  const index = new ProductIndex(source);
  await index.build();
  index.close();
  let compared = 0;
  const segments = index.segments.map(({ names, ...segment }) => ({
    ...segment,
    names: {
      ...names,
      get terms() {
        compared++;
        return names.terms;
      },
    },
  }));
  const lexicon = {
    isKnown: (word: string) => index.countOf(word) > 0,
    hasPrefix: () => true,
    probablyMeant: () => undefined,
    synonyms: new Synonyms(),
  };
  const text = 'ant red oak garden lamp table x9 tablet';
  const plan = planQuery(segments, parseQuery(text.split(' '), lexicon));
  expect(relax(plan, {})?.partial).not.toHaveLength(0);
  // Without bounds for each product, there are 5,500 comparisons of a pair with a name.
  expect(compared).toBeLessThan(4_500);
});

function expectFacets(
  wanted: SearchRequest,
  isOnSale: (product: IndexedProduct) => boolean = () => true,
): void {
  const facets = engine.facets(wanted);
  const countWith = (filters: SearchRequest['filters']) =>
    expected({ ...wanted, filters: { ...wanted.filters, ...filters } }, isOnSale).length;
  expect(facets.count).toBe(countWith({}));
  for (const { name, count } of facets.categories) {
    expect([name, countWith({ category: name })]).toEqual([name, count]);
  }
  for (const stars of [1, 2, 3, 4]) {
    const counts = facets.countsByHalves.subarray(2 * stars);
    const count = counts.reduce((sum, products) => sum + products, 0);
    expect([stars, countWith({ minHalves: 2 * stars })]).toEqual([stars, count]);
  }
  const filters = { ...wanted.filters, minCents: undefined, maxCents: undefined };
  const costs = products
    .filter((each) => isOnSale(each) && keyOf(each, { ...wanted, filters }) !== undefined)
    .map(({ cost_cents }) => cost_cents);
  const ends = costs.length === 0 ? [0, 0] : [Math.min(...costs), Math.max(...costs)];
  expect([facets.minCents, facets.maxCents]).toEqual(ends);
}

test('each facet matches as many products as its count says', () => {
  fc.assert(
    fc.property(request, (wanted) => expectFacets(wanted)),
    { numRuns: 20 },
  );
});

test('all of this is true after numbers have changed, which changes no texts of the index', async () => {
  const gone = new Set<IndexedProduct>();
  for (const [index, product] of products.filter((_, at) => at % 3 === 0).entries()) {
    product.popularity = (index * 7_919) % 5_000;
    product.rating_halves = index % 11;
    product.cost_cents = 100 + ((index * 97) % 9_800);
    if (index % 5 === 0) gone.add(product);
    source.put(product);
  }
  source.withdraw(...[...gone].map(({ position }) => position));
  const isOnSale = (product: IndexedProduct) => !gone.has(product);
  await engine.build();
  fc.assert(
    fc.property(request, (wanted) => {
      expect(found(wanted)).toEqual(expected(wanted, isOnSale));
      expectFacets(wanted, isOnSale);
    }),
    { numRuns: 40 },
  );
});
