/** The index leaves out what can't be among the best. Here everything is compared, one by one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Listing, sorts, wholeCatalogue } from '../../contract/listing.ts';
import { tokenize, tokenizeWithCompounds } from '../../contract/tokenize.ts';
import { weightOf } from '../catalogue/rules.ts';
import { SEGMENT_SIZE } from '../catalogue/segments.ts';
import { upsertProducts, writeVersion } from '../catalogue/store.ts';
import type { ProductRow } from '../storage/schema.ts';
import { transact } from '../storage/transaction.ts';
import { openTestShop } from '../test-shop.ts';
import { Search } from './search.ts';

// `an` and `c0` have the same hash, and `405` begins with what is a number of its own.
const WORDS = 'lamp lamps table tablet red oak to x9 40 405 garden an c0'.split(' ');
const CATEGORIES = ['Lamps', 'Tables', 'Red things', 'Garden'];
const PRODUCTS = 800;
const LIMIT = 50;

const word = fc.constantFrom(...WORDS);
const words = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((some) => some.join(' '));
const product = fc.record({
  name: words(4),
  category: fc.constantFrom(...CATEGORIES),
  categories: fc.constantFrom('', 'Garden > Lamps'),
  brand: fc.constantFrom('', 'Oak', 'Tablet Red'),
  description: words(5),
  popularity: fc.constantFrom(0, 10, 1_000),
  cost_cents: fc.integer({ min: 100, max: 9_900 }),
  rating_halves: fc.integer({ min: 0, max: 10 }),
});
/** Many that cost the same, and differ by where the words stand. */
const gardenLamp = fc.record({
  name: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('garden oak lamp', 'lamp garden x9') },
    { weight: 1, arbitrary: fc.constantFrom('red garden lamp', 'garden lamp to') },
  ),
  category: fc.constant('Lamps'),
  categories: fc.constant('Garden > Lamps'),
  brand: fc.constant(''),
  description: fc.constant(''),
  popularity: fc.constantFrom(0, 10, 1_000),
  cost_cents: fc.integer({ min: 100, max: 9_900 }),
  rating_halves: fc.integer({ min: 0, max: 10 }),
});
/** More than a page and one more has, all the same; and in the next segment one that is rated a little better. */
const masts = Array.from({ length: 400 }, (_, index) => ({
  name: 'tall mast',
  category: 'Ships',
  categories: '',
  brand: index < 399 ? '' : 'Oak',
  description: '',
  popularity: 10,
  cost_cents: 100,
  rating_halves: index < 399 ? 5 : 6,
  position: index < 399 ? 5 * SEGMENT_SIZE + index : 6 * SEGMENT_SIZE,
}));
// Spread over several segments, with holes.
const rows: ProductRow[] = [
  ...fc
    .sample(fc.oneof(product, gardenLamp), { numRuns: PRODUCTS, seed: 7 })
    .map((made, index) => ({
      ...made,
      position: 1 + Math.floor((index * 5 * SEGMENT_SIZE) / PRODUCTS),
    })),
  ...masts,
].map((made, index) => ({
  ...made,
  id: `product-${index}`,
  image: '/picture.webp',
  stock: null,
  active: 1,
  updated_at: 0,
}));

const { services } = await openTestShop();
await services.db.deleteFrom('products').execute();
await transact(services.db, async (tx) => {
  await upsertProducts(tx, rows);
  await writeVersion(tx, services.newId());
});
const search = new Search(services);
await search.refresh();

/** Where the terms are, as the ranking has it, by the plainest of means. */
function rankOf(row: ProductRow, typed: readonly string[]): number[] | undefined {
  const fields = {
    name: tokenizeWithCompounds(row.name),
    category: tokenizeWithCompounds(row.categories || row.category),
    brand: tokenizeWithCompounds(row.brand),
    description: tokenizeWithCompounds(row.description),
  };
  const costs = typed.map((wanted, index) => {
    const mayBegin =
      index === typed.length - 1 || (wanted.length >= 3 && !/^\p{N}+$/u.test(wanted));
    const begins = (some: readonly string[]) =>
      some.some((other) => other === wanted || (mayBegin && other.startsWith(wanted)));
    if (fields.name.includes(wanted)) return fields.category.includes(wanted) ? 0 : 1;
    if (fields.brand.includes(wanted)) return 1;
    if (begins(fields.name)) return 2;
    if (fields.category.includes(wanted)) return 4;
    return Object.values(fields).some(begins) ? 9 : undefined;
  });
  if (costs.includes(undefined)) return undefined;
  const name = ` ${fields.name.join(' ')} `;
  const phrase = ` ${typed.join(' ')} `;
  const weight = 99 - weightOf(row);
  if (name === phrase) return [0, 0, 0, weight];
  const cost = costs.reduce((sum: number, each) => sum + (each ?? 0), 0);
  return [1, cost, name.includes(phrase) ? 0 : 1, weight];
}

function keyOf(row: ProductRow, listing: Listing): number[] | undefined {
  const rank = rankOf(row, tokenize(listing.text));
  if (rank === undefined) return undefined;
  if (listing.category !== '' && row.category !== listing.category) return undefined;
  if (row.cost_cents < (listing.minCost ?? 0) * 100) return undefined;
  if (row.cost_cents > (listing.maxCost ?? 1_000) * 100) return undefined;
  if (row.rating_halves < (listing.minRating ?? 0) * 2) return undefined;
  switch (listing.sort) {
    case 'price':
      return [row.cost_cents];
    case 'price-desc':
      return [-row.cost_cents];
    case 'rating':
      return [-row.rating_halves, -weightOf(row)];
    default:
      return rank;
  }
}

/** The ids that a listing should have, in their order. */
function expected(listing: Listing): string[] {
  return rows
    .flatMap((row) => {
      const key = keyOf(row, listing);
      return key ? [{ id: row.id, key: [...key, row.position] }] : [];
    })
    .sort((one, other) => {
      const differing = one.key.findIndex((part, index) => part !== other.key[index]);
      return (one.key[differing] ?? 0) - (other.key[differing] ?? 0);
    })
    .map(({ id }) => id);
}

async function found(listing: Listing): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await search.find({ ...listing, cursor }, LIMIT);
    expect(page.products.length).toBeLessThanOrEqual(LIMIT);
    ids.push(...page.products.map(({ _id }) => _id));
    cursor = page.next;
  }
  return ids;
}

const dollars = fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined });
const listing: fc.Arbitrary<Listing> = fc.record({
  text: fc.oneof(words(3), fc.constantFrom('la', 'tab', 'garden lamp', 'red oa', 'x')),
  exact: fc.constant(false),
  category: fc.constantFrom('', '', ...CATEGORIES, 'No such'),
  minCost: dollars,
  maxCost: dollars,
  minRating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  sort: fc.constantFrom(...sorts),
  cursor: fc.constant(''),
});

test('a search finds, page by page, what comparing every product finds', async () => {
  await fc.assert(
    fc.asyncProperty(listing, async (wanted) => {
      expect(await found(wanted)).toEqual(expected(wanted));
    }),
    { numRuns: 40 },
  );
});

test('so does a search that nothing narrows', async () => {
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
    const wanted = { ...wholeCatalogue, text };
    expect(await found(wanted)).toEqual(expected(wanted));
  }
});

test('each choice leaves as many as its count says', async () => {
  await fc.assert(
    fc.asyncProperty(listing, async (wanted) => {
      const facets = await search.facets(wanted);
      expect(facets.count).toBe(expected(wanted).length);
      for (const { name, count } of facets.categories) {
        expect([name, expected({ ...wanted, category: name }).length]).toEqual([name, count]);
      }
      for (const { stars, count } of facets.ratings) {
        expect([stars, expected({ ...wanted, minRating: stars }).length]).toEqual([stars, count]);
      }
      const ofAnyPrice = { ...wanted, minCost: undefined, maxCost: undefined };
      const costs = rows
        .filter((row) => keyOf(row, ofAnyPrice) !== undefined)
        .map((row) => row.cost_cents / 100);
      const ends = costs.length === 0 ? [0, 0] : [Math.min(...costs), Math.max(...costs)];
      expect([facets.minCost, facets.maxCost]).toEqual(ends);
    }),
    { numRuns: 40 },
  );
});
