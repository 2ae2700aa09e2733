/** Each number of the search decides something: without it, its query finds something else in this small shop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import * as constants from './analysis/constants.ts';
import { MemorySource, type Positioned } from './memory-source.testing.ts';
import type { BuilderThread } from './segments/builder-thread.ts';

type Constants = typeof constants;

/** For each number, a value that makes it ineffective, or that is far from it. */
const without: {
  [Name in keyof Constants]: Constants[Name] extends number ? number : Constants[Name];
} = {
  fieldWeights: {
    name: 0.1,
    complement: 2.5,
    head: 0,
    categoryHead: 0,
    category: 100,
    brand: 0,
    asWritten: 1,
    number: 0,
    options: 100,
    description: 2.5,
  },
  usualLengths: { name: 1_000, complement: 1_000, description: 100_000 },
  LENGTH_PART: 0,
  LENGTH_MIN: 0,
  SATURATION: 1_000,
  COMPLETION_PART: 1,
  RARITY_SCALE: 1,
  RARITY_MIN: 0,
  PAIR_BONUS: 0,
  MODEL_BONUS: 0,
  CATEGORY_BONUS: 0,
  POPULARITY_BONUS: 0,
  EXACT_BONUS: 0,
  RATING_WEIGHT: 0,
  POPULARITY_DIGITS: 1,
  ENOUGH_RESULTS: 1,
  RELAXED_RESULTS: 1_000,
  RELAXED_IMPACT_MIN: 0,
  MISSING_WORDS_MAX: 1,
  QUERY_WORDS_MAX: 1,
  SYNONYMS_MAX: 1,
  JOINED_WORDS_MAX: 1,
  PART_MIN_LENGTH: 1,
  COUNTER_DIGITS_MAX: 0,
  ONE_TYPO_MIN_LENGTH: 1,
  TWO_TYPOS_MIN_LENGTH: 1,
  FIRST_LETTER_MIN_LENGTH: 1,
  FREQUENT_NEIGHBOUR_RATIO: 1_000,
  CORRECTIONS_MAX: 1,
  CORRECTED_LENGTH_MAX: 5,
  CORRECTED_WORDS_MAX: 0,
  COMPLETIONS_MAX: 1_000,
  EXAMPLES_MAX: 1_000,
};

const many = (count: number, name: (n: number) => string, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ name: name(n), ...more }));

const products = [
  { name: 'Hammer Action Drill' },
  { name: 'Steel Claw Hammer' },
  { name: 'Holder for Steel Kettle', category: 'Kettles' },
  { name: 'Kettle of Steel with a Long Handle', category: 'Kettles' },
  { name: 'Kettle Lid', category: 'Kettle Parts', popularity: 500 },
  {
    name: 'Bramford Gooseneck Electric Kettle Temperature Control Pour Over Tea Stainless Steel',
    category: 'Kettles',
  },
  { name: 'Laptop Bag 15"', category: 'Laptop Bags', popularity: 9_000 },
  { name: 'Acme - AB-15 Thin Laptop - 8GB - Silver', category: 'Laptops' },
  { name: 'Sofa Poster of a Room', category: 'Sofa Posters' },
  { name: 'Kivik, Three Seats', category: 'Sofas' },
  { name: 'Tent', category: 'Outdoor', categories: 'Camping > Outdoor' },
  { name: 'Camping Stove', category: 'Kitchen' },
  { name: 'Whisk', description: 'As good as a mixer of Brewster.' },
  { name: 'Mixer', brand: 'Brewster', description: 'Two bowls.' },
  { name: 'Small Loom', category: 'Looms', popularity: 9_000, description: 'A loom.' },
  { name: 'Looms Soft Cotton Throw with Long Fringes', brand: 'Looms' },
  { name: 'Ear Pads', description: 'Xm4 pads for xm4, and for all xm4.' },
  { name: 'Headphones WH-1000XM4' },
  { name: 'Red Shirt' },
  { name: 'Blue Shirt', options: 'blue red' },
  { name: 'Rain Jacket', description: 'Waterproof.' },
  { name: 'Waterproof Jacket', description: 'For rain.' },
  { name: 'Green Garden Rake, Long Spade, Small Trowel and Bucket with Gloves' },
  { name: 'Green Rake' },
  { name: 'Lid for Steel Pan' },
  { name: 'Rack for Lids of Every Size, a Steel Pan, Pots, Plates and Trays' },
  { name: 'Lamp', description: `${'It folds flat and comes in a box. '.repeat(9)}Dimmable.` },
  { name: 'Light', description: 'Dimmable. It is light, and comes in a box.' },
  { name: 'Small Phone', description: 'Without a zebra.' },
  { name: 'Small Zebra', description: 'Without a phone.' },
  ...many(20, (n) => `Phone ${n}`),
  { name: 'Tea Box Green', popularity: 500 },
  { name: 'Box Green Tea' },
  ...many(7, (n) => `Sleeve for Phonix 6 - ${'Black White Red Blue Pink Gold Grey'.split(' ')[n]}`),
  { name: 'Mujjo Leather Wallet Case for Phonix 6 and 6s - Black' },
  { name: 'Nomad Leather Wallet Case for Phonix 7 - Brown' },
  { name: 'Tennis Racket Keyring', category: 'Tennis Accessories' },
  {
    name: 'Aero 98 Graphite Adult Racket for Tennis Players 16x19 Lightweight',
    category: 'Tennis Rackets',
  },
  { name: 'Copper Moon Poster', category: 'Copper Moon', popularity: 1_000_000 },
  { name: 'Copper Moon' },
  { name: 'Low Brown Solid Scandinavian Oak Chair', popularity: 1 },
  { name: 'Very Low Black Solid Scandinavian Oak Chair', popularity: 9_000 },
  { name: 'Ash Stool', rating_halves: 2 },
  { name: 'Ash Stool', rating_halves: 10 },
  { name: 'Elm Shelf', popularity: 90_000 },
  { name: 'Elm Shelf', popularity: 900_000 },
  { name: 'Stridewell Running Shoes', category: 'Sneakers' },
  { name: 'Stridewell Derby Shoes', category: 'Sneakers' },
  { name: 'Velvet Red Lipstick', category: 'Beauty' },
  ...many(60, (n) => `Wool Sock ${n}`),
  { name: 'Cotton Sock' },
  { name: 'Cap' },
  { name: 'Cup' },
  { name: 'Nike Trainers' },
  { name: 'Corner Bench, Accomodating' },
  ...many(12, (n) => `Accommodating Seat ${n}`),
  { name: 'Cat Flap' },
  ...many(3, (n) => `Flex Hose ${n}`),
  { name: 'Brass Bell' },
  { name: 'Old Brass Bell', popularity: 10 },
  { name: 'Motor AB12CD34' },
  { name: 'Packing Tape', id: 'packing-tape-22' },
  { name: 'HD Screen' },
  ...many(6, (n) => `hd cable ${n}`),
].map((product, position): Positioned => ({ rating_halves: 0, ...product, position }));

/** Builds segments in this thread, because another one has its own modules. */
async function loadBuilder() {
  const { ProductTokenizer } = await import('./analysis/product-terms.ts');
  const { buildSegment } = await import('./segments/segment-builder.ts');
  class Builder implements Pick<BuilderThread, 'build' | 'end'> {
    async build(...[number, batches]: Parameters<BuilderThread['build']>) {
      const tokenizer = new ProductTokenizer();
      const rows = (await Array.fromAsync(batches)).flat().map((row) => tokenizer.tokenize(row));
      tokenizer.joinNames(rows);
      return buildSegment(number, rows, tokenizer.terms);
    }
    end() {}
  }
  return { BuilderThread: Builder };
}

/** What a query finds and suggests if some numbers are different. */
async function answer(text: string, changed: object): Promise<string> {
  vi.resetModules();
  vi.doMock('./analysis/constants.ts', () => ({ ...constants, ...changed }));
  vi.doMock('./segments/builder-thread.ts', loadBuilder);
  const { SearchEngine } = await import('./engine.ts');
  const source = new MemorySource(products);
  source.replaceSynonyms({ from: ['torch'], to: ['lamp', 'light'] });
  const engine = new SearchEngine(source);
  await engine.build();
  const request = { text, exact: false, filters: {}, sort: 'relevance' } as const;
  const { results, ...more } = engine.search(request, 100);
  const positions = results.map(({ position }) => position);
  return JSON.stringify([positions, more, engine.suggest(text, 8)]);
}

/** The first query in the comment before each number. */
const table = readFileSync(join(import.meta.dirname, 'analysis/constants.ts'), 'utf8');
function queryOf(name: string, object = ''): string {
  const comment = new RegExp(
    `/\\*\\*((?:(?!\\*/).)*)\\*/\\s+(?:export const )?${name}(?: =|:)`,
    's',
  );
  const text = table.slice(table.indexOf(`export const ${object}`));
  return /`([^`]+)`/.exec(comment.exec(text)?.[1] ?? '')?.[1] ?? '';
}

type Case = [name: string, query: string, changed: object];

function casesIn(object: 'fieldWeights' | 'usualLengths', before: object): Case[] {
  return Object.entries(without[object]).map(([field, value]) => [
    `${object}.${field}`,
    queryOf(field, object),
    { [object]: { ...before, [field]: value } },
  ]);
}

const { fieldWeights: _weights, usualLengths: _lengths, ...numbers } = without;
const cases: Case[] = [
  ...casesIn('fieldWeights', constants.fieldWeights),
  ...casesIn('usualLengths', constants.usualLengths),
  ...Object.entries(numbers).map(([name, value]): Case => [name, queryOf(name), { [name]: value }]),
];

test.each(cases)('%s: "%s" finds something else without it', async (_, query, changed) => {
  expect(query).not.toBe('');
  expect(await answer(query, changed)).not.toBe(await answer(query, {}));
});
