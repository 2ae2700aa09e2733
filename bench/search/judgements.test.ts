import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEED, feedFile, readFeed } from './feed.ts';
import { judge } from './judgements.ts';

const products = [
  'Case for iPhone® 7 - Red',
  'Leather case for iPhone 7 - Black',
  'Pen - Blue',
].map((name) => ({
  ...{ name, brand: 'Acme', categories: ['All', 'Cases'] },
  ...{ description: 'Waterproof', price: 1, popularity: 0 },
}));
const find = (rule: string) =>
  judge(products, `[types]\ncase = name: case\n[attributes]\nquery = ${rule}`);

test.each([
  ['case AND NOT name: leather', [0]],
  ['case AND name: leather OR colour: blue', [1, 2]],
  ['text: proof$ AND brand: ^acme$ AND category: ^Cases$ AND depth: ^2$ AND colour: red', [0]],
  ['name: iPhone 7', [0, 1]],
])('%s', (rule, expected) => {
  expect(find(rule)).toEqual([{ kind: 'attributes', text: 'query', relevant: new Set(expected) }]);
});

test.each([
  ['name: lamp', "0 products are relevant to 'query'."],
  ['colour: .', "3 products are relevant to 'query'."],
  ['size: 7', "'size: 7' is no field and no type."],
])('%s is refused', (rule, message) => {
  expect(() => find(rule)).toThrow(message);
});

test('the real products have 228 judged queries, each once', (context) => {
  if (!existsSync(feedFile)) context.skip(`${FEED} is not here`);
  const texts = judge(readFeed(feedFile)).map(({ kind, text }) => `${kind}: ${text}`);
  expect([texts.length, new Set(texts).size]).toEqual([228, 228]);
});
