import { expect, onTestFinished, test } from 'vitest';
import { wholeCatalogue } from '../../contract/listing.ts';
import { SearchEngine } from './engine.ts';
import { type IndexedProduct, type ProductSource, SEGMENT_SIZE } from './interface.ts';

const plain = {
  category: 'Lamps',
  categories: '',
  brand: '',
  description: '',
  popularity: 0,
  cost_cents: 1_000,
  rating_halves: 8,
  represents: 1,
  options: '',
};
/** Products in two segments. */
const products: IndexedProduct[] = [
  { ...plain, position: 1, name: 'Walnut Desk Lamp', cost_cents: 4_000 },
  { ...plain, position: 2, name: 'Oak Table', category: 'Tables' },
  { ...plain, position: SEGMENT_SIZE + 5, name: 'Brass Floor Lamp', rating_halves: 3 },
];

/** An engine whose index has changes when a product is added. It is closed after the test. */
async function openEngine(products: readonly IndexedProduct[]) {
  const source: ProductSource = {
    readRevisions: async () =>
      [0, 1].map((segment) => ({
        segment,
        revision: products.length,
        text_revision: products.length,
      })),
    readProducts: async ({ from, before }, limit) =>
      products.filter(({ position }) => position >= from && position < before).slice(0, limit),
    readNumbers: async ({ from, before }) =>
      products.filter(({ position }) => position >= from && position < before),
    readSynonymsVersion: async () => '',
    readSynonyms: async () => [{ from: ['luminaire'], to: ['lamp'] }],
  };
  const engine = new SearchEngine(source);
  onTestFinished(() => engine.close());
  await engine.build();
  const search = (text: string) => engine.search({ ...wholeCatalogue, text }, { limit: 10 });
  return {
    engine,
    search,
    positionsOf: (text: string) => search(text).results.map(({ position }) => position),
  };
}

test('search finds positions by words, synonyms and corrected words', async () => {
  const { search, positionsOf } = await openEngine(products);
  expect(positionsOf('oak table')).toEqual([2]);
  expect(positionsOf('luminaire')).toEqual([1, SEGMENT_SIZE + 5]);
  expect(search('wallnut lamp')).toMatchObject({ corrected: ['walnut', 'lamp'] });
  expect(search('zzzzzz')).toEqual({ results: [], corrected: undefined, partial: undefined });
});

test('search says which words the first product has, if none has all', async () => {
  const { search } = await openEngine(products);
  expect(search('brass reading lamp').partial).toEqual({
    completeProducts: 0,
    wordsOfFirst: ['brass', 'lamp'],
  });
});

test('suggest completes the last word, and finds categories and products', async () => {
  const { engine } = await openEngine(products);
  expect(engine.suggest('la')).toEqual({
    completions: [{ word: 'lamp', count: 2, examples: [1, SEGMENT_SIZE + 5] }],
    categories: ['Lamps'],
    positions: [1, SEGMENT_SIZE + 5],
  });
});

test('facets count the products that each filter would leave', async () => {
  const { engine } = await openEngine(products);
  expect(engine.facets({ ...wholeCatalogue, minRating: 4 })).toMatchObject({
    count: 2,
    categories: [
      { name: 'Lamps', count: 1 },
      { name: 'Tables', count: 1 },
    ],
    minCost: 10,
    maxCost: 40,
  });
});

test('build indexes what has changed, and the index that is there answers until then', async () => {
  const growing = [...products];
  const { engine, positionsOf } = await openEngine(growing);
  growing.push({ ...plain, position: 3, name: 'Paper Lantern' });
  expect(positionsOf('lantern')).toEqual([]);
  const built = engine.build();
  expect(positionsOf('lamp')).toHaveLength(2);
  await built;
  expect(positionsOf('lantern')).toEqual([3]);
});
