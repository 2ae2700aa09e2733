/** The index skips products that cannot be among the best. These tests compare it with a search of every product. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Listing, sorts, wholeCatalogue } from '../../../contract/listing.ts';
import { tokenize, tokenizeWithCompounds } from '../../../contract/tokenize.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { headOfName, headsOfCategory, splitName } from '../../search-engine/analysis/fields.ts';
import { SEGMENT_SIZE } from '../../search-engine/interface.ts';
import {
  type FieldName,
  IMPACT_MAX,
  impactOf,
  NEAR_EQUAL_LEVELS,
  occurrenceWeight,
  PAIR_BONUS,
  PREFIX_SHIFT,
  rarityOf,
  STOP_WORD_RARITY,
  WHOLE_NAME_BONUS,
  weightOf,
} from '../../search-engine/weights.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { addProducts, changeProducts } from '../catalogue/product-changes.ts';
import { productDefaults } from '../catalogue/product-fields.ts';
import { writeVersion } from '../catalogue/store.ts';
import { Search } from './search.ts';

// `40` is a prefix of the number `405`, and `to` is a stop word.
const WORDS = 'lamp lamps table tablet red oak to x9 40 405 garden ant c0'.split(' ');
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
/** Many products with the same terms in a different order. */
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
/** More equal products than fit on a page, and a slightly better rated one in the next segment. */
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
// The products are spread over several segments, with gaps between their positions.
const rows: ProductRow[] = [
  ...fc
    .sample(fc.oneof(product, gardenLamp), { numRuns: PRODUCTS, seed: 7 })
    .map((made, index) => ({
      ...made,
      position: 1 + Math.floor((index * 5 * SEGMENT_SIZE) / PRODUCTS),
    })),
  ...masts,
].map((made, index) => ({
  ...productDefaults,
  ...made,
  id: `product-${index}`,
  image: '/picture.webp',
  picture: '',
  updated_at: 0,
}));

const { services } = await openTestShop();
await services.db.deleteFrom('products').execute();
await transact(services.db, async (tx) => {
  await addProducts(tx, rows, { reason: 'import', at: 0 });
  await writeVersion(tx, services.newId());
});
const search = new Search(services);
await search.refresh();

/** The impact of each word of a product, computed in the simplest way. */
function impactsOf(row: ProductRow): Map<string, number> {
  const parts = splitName(row.name);
  const fields: [FieldName, string[]][] = [
    ['name', tokenizeWithCompounds(parts.main)],
    ['complement', tokenizeWithCompounds(parts.complement)],
    ['category', tokenizeWithCompounds(row.categories || row.category)],
    ['brand', tokenizeWithCompounds(row.brand)],
  ];
  const weightIn = (field: FieldName, terms: readonly string[], word: string) =>
    terms.includes(word) ? occurrenceWeight(field, terms.length) : 0;
  const heads = [
    headOfName(parts, row.brand, tokenize),
    ...headsOfCategory(row.category, tokenize),
  ];
  const description = tokenizeWithCompounds(row.description);
  const words = new Set([...fields.flatMap(([, terms]) => terms), ...heads, ...description]);
  return new Map(
    [...words].map((word = '') => {
      const best = Math.max(...fields.map(([field, terms]) => weightIn(field, terms, word)));
      const ofHeads =
        (heads[0] === word ? occurrenceWeight('head', 1) : 0) +
        weightIn('categoryHead', headsOfCategory(row.category, tokenize), word);
      return [
        word,
        impactOf(
          best +
            ofHeads +
            description.filter((term) => term === word).length *
              occurrenceWeight('description', description.length),
        ),
      ];
    }),
  );
}
const impacts = new Map(rows.map((row) => [row, impactsOf(row)]));
const vocabulary = new Set([...impacts.values()].flatMap((each) => [...each.keys()]));

/** Words of products that begin with a typed word are found if it is the last one, or long and no number. */
function isPrefix(typed: readonly string[], index: number): boolean {
  const wanted = typed[index] ?? '';
  return index === typed.length - 1 || (wanted.length >= 3 && !/^\p{N}+$/u.test(wanted));
}

/** The impact of a typed word on a product. */
function impactOn(row: ProductRow, typed: readonly string[], index: number): number {
  const wanted = typed[index] ?? '';
  const mayBegin = isPrefix(typed, index);
  let best = 0;
  for (const [word, impact] of impacts.get(row) ?? []) {
    if (word === wanted) best = Math.max(best, impact);
    else if (mayBegin && word.startsWith(wanted)) best = Math.max(best, impact >> PREFIX_SHIFT);
  }
  return best;
}

/** The rarity of a typed word. A product counts once for each completion of the word that it has. */
function rarityIn(typed: readonly string[], index: number): number {
  const isStop = typed[index] === 'to' && index < typed.length - 1;
  if (isStop && typed.some((word) => word !== 'to')) return STOP_WORD_RARITY;
  const wanted = typed[index] ?? '';
  const mayBegin = isPrefix(typed, index);
  let postings = 0;
  for (const each of impacts.values()) {
    for (const word of each.keys()) {
      if (word === wanted || (mayBegin && word.startsWith(wanted))) postings++;
    }
  }
  return rarityOf(postings, rows.length);
}

function rankOf(row: ProductRow, typed: readonly string[], rarities: readonly number[]) {
  const name = tokenize(row.name);
  let score = 0;
  for (const [index, word] of typed.entries()) {
    const impact = impactOn(row, typed, index);
    const rarity = rarities[index] ?? 0;
    if (impact === 0 && rarity !== STOP_WORD_RARITY) return undefined;
    if (rarity !== STOP_WORD_RARITY) score += impact * rarity;
    const next = typed[index + 1] ?? '';
    const isPair = name.some((each, at) => each === word && name[at + 1] === next);
    if (isPair) score += (PAIR_BONUS * IMPACT_MAX * (rarity + (rarities[index + 1] ?? 0))) / 2;
  }
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const isWhole = name.join(' ') === typed.join(' ') && typed.every((word) => vocabulary.has(word));
  if (isWhole) score += WHOLE_NAME_BONUS * IMPACT_MAX * total;
  const share = (score / (IMPACT_MAX * total)) * NEAR_EQUAL_LEVELS;
  return [-Math.floor(share), -weightOf(row), -Math.floor((share % 1) * 64)];
}

const known = new Map<string, number[]>();
function raritiesOf(typed: readonly string[]): number[] {
  const rarities = known.get(typed.join()) ?? typed.map((_, index) => rarityIn(typed, index));
  known.set(typed.join(), rarities);
  return rarities;
}

function keyOf(row: ProductRow, listing: Listing): number[] | undefined {
  const typed = tokenize(listing.text);
  const rank = rankOf(row, typed, raritiesOf(typed));
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

/** The expected ids of a listing, in their order. */
function expected(listing: Listing): string[] {
  return rows
    .flatMap((row) => {
      const key = row.active === 1 ? keyOf(row, listing) : undefined;
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
