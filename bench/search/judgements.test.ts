import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEED, feedFile, readFeed } from './feed.ts';
import { judge } from './judgements.ts';

const productOf = (name: string, description = '') => {
  return {
    name,
    brand: 'Acme',
    categories: ['All', 'Cases'],
    description,
    price: 1,
    popularity: 0,
  };
};

test.each([
  ['case AND NOT name: leather', [0, 2]],
  ['case AND name: leather OR text: proof$', [1, 2]],
  ['brand: ^acme$ AND category: ^Cases$ AND depth: ^2$ AND colour: red', [0]],
  ['name: iPhone 7', [0, 1]],
])('%s', (rule, expected) => {
  const products = [
    productOf('Case for iPhone® 7 - Red'),
    productOf('Leather case for iPhone 7 - Black'),
    productOf('Red case - Blue', 'Waterproof'),
    productOf('Pen'),
  ];
  const [query] = judge(products, `[types]\ncase = name: case\n[attributes]\nquery = ${rule}`);
  expect(query).toEqual({ kind: 'attributes', text: 'query', relevant: new Set(expected) });
});

test.each([
  ['name: pen', "0 products are relevant to 'query'."],
  ['colour: .', "1 products are relevant to 'query'."],
  ['size: 7', "'size: 7' is no field and no type."],
])('%s is refused', (rule, message) => {
  expect(() => judge([productOf('Case')], `[attributes]\nquery = ${rule}`)).toThrow(message);
});

test('the real products have 228 judged queries, each once', (context) => {
  if (!existsSync(feedFile)) context.skip(`${FEED} is not here`);
  const texts = judge(readFeed(feedFile)).map(({ kind, text }) => `${kind}: ${text}`);
  expect(new Set(texts).size).toBe(228);
  expect(texts).toHaveLength(228);
});
