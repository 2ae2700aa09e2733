/** The index skips products that cannot be among the best. These tests compare it with a search of every product. */
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Listing, sorts, wholeCatalogue } from '../../../contract/listing.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { Names } from '../../search-engine/index/names.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { addProducts, changeProducts } from '../catalogue/product-changes.ts';
import { writeVersion } from '../catalogue/store.ts';
import { expected, keyOf } from './exhaustive-search.testing.ts';
import { CATEGORIES, rows, WORDS, words } from './ranked-products.testing.ts';
import { Search } from './search.ts';

const LIMIT = 50;

const { services } = await openTestShop();
await services.db.deleteFrom('products').execute();
await transact(services.db, async (tx) => {
  await addProducts(tx, rows, { reason: 'import', at: 0 });
  await writeVersion(tx, services.newId());
});
const search = new Search(services);
await search.refresh();

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
  exact: fc.constant(true),
  category: fc.constantFrom('', '', ...CATEGORIES, 'No such'),
  minCost: dollars,
  maxCost: dollars,
  minRating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  sort: fc.constantFrom(...sorts),
  cursor: fc.constant(''),
  isGrouped: fc.constant(false),
});

test('the pages of a search are those that a comparison of every product finds', async () => {
  await fc.assert(
    fc.asyncProperty(listing, async (wanted) => {
      expect(await found(wanted)).toEqual(expected(wanted));
    }),
    { numRuns: 40 },
  );
});

test('so are those of a search without filters', async () => {
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
    const wanted = { ...wholeCatalogue, text, exact: true };
    expect(await found(wanted)).toEqual(expected(wanted));
  }
});

test('a short page of a relaxed search, which skips most products, begins as one that skips none', async () => {
  let relaxed = 0;
  await fc.assert(
    fc.asyncProperty(words(8), async (text) => {
      const wanted = { ...wholeCatalogue, text };
      const whole = await search.find(wanted, rows.length);
      const short = await search.find(wanted, 5);
      expect(short.products).toEqual(whole.products.slice(0, 5));
      if ((whole.relaxedTo ?? whole.extendedTo) !== undefined) relaxed++;
    }),
    // The seed is fixed, so that the number of relaxed searches is.
    { numRuns: 60, seed: 7 },
  );
  expect(relaxed).toBeGreaterThan(10);
});

test('a relaxed search compares the names only of products that may be among the best', async () => {
  const compared = vi.spyOn(Names.prototype, 'hasPair');
  onTestFinished(() => compared.mockRestore());
  await search.find({ ...wholeCatalogue, text: 'ant red oak garden lamp table x9 tablet' }, 5);
  // Without bounds for each product, there are 5,500 comparisons of a pair with a name.
  expect(compared.mock.calls.length).toBeLessThan(4_500);
});

test('each facet matches as many products as its count says', async () => {
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
        .filter((row) => row.active === 1 && keyOf(row, ofAnyPrice) !== undefined)
        .map((row) => row.cost_cents / 100);
      const ends = costs.length === 0 ? [0, 0] : [Math.min(...costs), Math.max(...costs)];
      expect([facets.minCost, facets.maxCost]).toEqual(ends);
    }),
    { numRuns: 20 },
  );
});

test('all of this is true after numbers have changed, which changes no texts of the index', async () => {
  const changes = rows
    .filter((_, index) => index % 3 === 0)
    .map((row, index) => ({
      row,
      fields: {
        popularity: (index * 7_919) % 5_000,
        rating_halves: index % 11,
        cost_cents: 100 + ((index * 97) % 9_800),
        active: index % 5 === 0 ? 0 : 1,
      },
    }));
  await transact(services.db, async (tx) => {
    await changeProducts(tx, changes, { reason: 'import', at: 1 });
    await writeVersion(tx, services.newId());
  });
  for (const { row, fields } of changes) Object.assign(row, fields);
  await search.refresh();
  await fc.assert(
    fc.asyncProperty(listing, async (wanted) => {
      expect(await found(wanted)).toEqual(expected(wanted));
      expect((await search.facets(wanted)).count).toBe(expected(wanted).length);
    }),
    { numRuns: 40 },
  );
});
