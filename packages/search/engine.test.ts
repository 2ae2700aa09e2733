import { expect, onTestFinished, test, vi } from 'vitest';
import { SEGMENT_SIZE, SearchEngine, type SearchRequest } from './index.ts';
import { MemorySource, type Positioned } from './memory-source.testing.ts';

/** Products in two segments. */
const products: Positioned[] = [
  { position: 1, name: 'Walnut Desk Lamp', category: 'Lamps', cost_cents: 4_000 },
  { position: 2, name: 'Oak Table', category: 'Tables' },
  { position: SEGMENT_SIZE + 5, name: 'Brass Floor Lamp', category: 'Lamps', rating_halves: 3 },
];

const whole: SearchRequest = { text: '', exact: false, filters: {}, sort: 'relevance' };

/** An engine that has indexed the products. It is closed after the test. */
async function openEngine() {
  const source = new MemorySource(products);
  source.replaceSynonyms({ from: ['luminaire'], to: ['lamp'] });
  const engine = new SearchEngine(source);
  onTestFinished(() => engine.close());
  await engine.build();
  const search = (text: string) => engine.search({ ...whole, text }, 10);
  return {
    source,
    engine,
    search,
    positionsOf: (text: string) => search(text).results.map(({ position }) => position),
  };
}

test('search finds positions by words, synonyms and corrected words', async () => {
  const { search, positionsOf } = await openEngine();
  expect(positionsOf('oak table')).toEqual([2]);
  expect(positionsOf('luminaire')).toEqual([1, SEGMENT_SIZE + 5]);
  expect(search('wallnut lamp')).toMatchObject({ corrected: ['walnut', 'lamp'] });
  expect(search('zzzzzz')).toEqual({ results: [], corrected: undefined, partial: undefined });
});

test('a blank text finds everything, and a text without a word finds nothing', async () => {
  const { positionsOf } = await openEngine();
  expect(positionsOf(' ')).toEqual([1, 2, SEGMENT_SIZE + 5]);
  expect(positionsOf('""')).toEqual([]);
});

test('search says which words the first product has, if none has all', async () => {
  const { search } = await openEngine();
  expect(search('brass reading lamp').partial).toEqual({
    completeProducts: 0,
    wordsOfFirst: ['brass', 'lamp'],
  });
});

test('suggest completes the last word, and finds categories and products', async () => {
  const { engine } = await openEngine();
  expect(engine.suggest('la', 8)).toEqual({
    completions: [{ word: 'lamp', count: 2, examples: [1, SEGMENT_SIZE + 5] }],
    categories: ['Lamps'],
    positions: [1, SEGMENT_SIZE + 5],
  });
});

test('facets count the products that each filter would leave', async () => {
  const { engine } = await openEngine();
  expect(engine.facets({ ...whole, filters: { minHalves: 8 } })).toEqual({
    count: 2,
    categories: [
      { name: 'Lamps', count: 1 },
      { name: 'Tables', count: 1 },
    ],
    countsByHalves: Uint32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0),
    minCents: 1_000,
    maxCents: 4_000,
  });
});

test('build indexes what has changed, and the index that is there answers until then', async () => {
  const { source, engine, positionsOf } = await openEngine();
  source.put({ position: 3, name: 'Paper Lantern' });
  expect(positionsOf('lantern')).toEqual([]);
  const built = engine.build();
  expect(positionsOf('lamp')).toHaveLength(2);
  await built;
  expect(positionsOf('lantern')).toEqual([3]);
});

test('after a failure of the source, the next build forgets what it had read', async () => {
  const { source, engine } = await openEngine();
  const lanterns = Array.from({ length: 100 }, (_, n) => ({ position: 10 + n, name: 'Lantern' }));
  source.put(...lanterns);
  const read = vi.spyOn(source, 'readProducts');
  read.mockImplementationOnce((range, limit) =>
    new MemorySource(lanterns).readProducts(range, limit),
  );
  read.mockRejectedValueOnce(new Error('The database is gone.'));
  await expect(engine.build()).rejects.toThrow('The database is gone.');
  source.withdraw(10);
  await engine.build();
  expect(engine.facets({ ...whole, text: 'lantern' }).count).toBe(99);
});
