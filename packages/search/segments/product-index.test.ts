import { expect, onTestFinished, test } from 'vitest';
import { MemorySource, type Positioned } from '../memory-source.testing.ts';
import { ProductIndex } from './product-index.ts';
import { SEGMENT_SIZE } from './segment.ts';

async function openIndex(...products: Positioned[]) {
  const source = new MemorySource(products);
  const index = new ProductIndex(source);
  onTestFinished(() => index.close());
  await index.build();
  return { source, index };
}

test('only changed segments are rebuilt', async () => {
  const { source, index } = await openIndex(
    { position: 1 },
    { position: SEGMENT_SIZE + 1 },
    { position: 3 * SEGMENT_SIZE },
  );
  const before = index.segments;
  expect(before.map(({ number }) => number)).toEqual([0, 1, 3]);

  source.put({ position: SEGMENT_SIZE + 2 });
  await index.build();
  expect(index.segments[0]).toBe(before[0]);
  expect(index.segments[1]).not.toBe(before[1]);
  expect(index.segments[2]).toBe(before[2]);

  source.withdraw(3 * SEGMENT_SIZE);
  await index.build();
  expect(index.segments[2]?.positions).toHaveLength(0);
});

test('new numbers, and a product that is taken from sale, tokenize nothing', async () => {
  const { source, index } = await openIndex(
    ...Array.from({ length: 9 }, (_, index) => ({ position: index })),
  );
  const before = index.segments[0];
  source.put({ position: 0, cost_cents: 123, rating_halves: 7, popularity: 1_000 });
  await index.build();
  expect(index.segments[0]?.terms).toBe(before?.terms);
  expect(index.segments[0]?.costsInCents[0]).toBe(123);
  source.withdraw(1);
  await index.build();
  expect(index.segments[0]?.terms).toBe(before?.terms);
  expect(index.countOf('thing')).toBe(8);
  source.put({ position: 0, name: 'Other thing' });
  await index.build();
  expect(index.segments[0]?.terms).not.toBe(before?.terms);
});

test('synonyms are read only when they changed', async () => {
  const { source, index } = await openIndex();
  source.replaceSynonyms({ from: ['sofa'], to: ['settee'] });
  await index.build();
  const { synonyms } = index;
  source.put({ position: 1 });
  await index.build();
  expect(index.synonyms).toBe(synonyms);
  source.replaceSynonyms();
  await index.build();
  expect(index.synonyms.has('settee')).toBe(false);
});

test('the vocabulary forgets the words of products that are renamed or removed', async () => {
  const { source, index } = await openIndex({ position: 1 });
  const isKnown = (word: string) => [...index.vocabulary.similar(word, word.length)].includes(word);
  const words = ['balalaika', 'bagpipe', 'clarinet'];
  const known = [];
  for (const name of ['Balalaika', 'Bagpipe', 'Clarinet']) {
    source.put({ position: 4, name, category: `Old ${name}`, brand: `${name} & Sons` });
    await index.build();
    known.push(words.filter(isKnown));
  }
  expect(known).toEqual([['balalaika'], ['bagpipe'], ['clarinet']]);
  expect(index.countOf('clarinet')).toBe(1);
  source.withdraw(4);
  await index.build();
  expect(words.filter(isKnown)).toEqual([]);
});
