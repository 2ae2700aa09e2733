import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEED, feedFile, readFeed } from './feed.ts';
import { judgeGraded } from './graded-judgements.ts';
import { judge } from './judgements.ts';
import { readShops } from './shops.ts';

const products = [
  'Case for iPhone® 7 - Red',
  'Leather case for iPhone 7 - Black',
  'Pen - Blue',
].map((name) => ({
  ...{ name, brand: 'Acme', categories: ['All', 'Cases'] },
  ...{ description: 'Waterproof', image: '', price: 1, popularity: 0 },
}));
const find = (rule: string) =>
  judge(products, `[types]\ncase = name: case\n[attributes]\nquery = ${rule}`);

test.each([
  ['case AND NOT name: leather', [0]],
  ['case AND name: leather OR colour: blue', [1, 2]],
  ['text: proof$ AND brand: ^acme$ AND category: ^Cases$ AND depth: ^2$ AND colour: red', [0]],
  ['name: iPhone 7', [0, 1]],
])('%s', (rule, expected) => {
  const grades = new Map(expected.map((index) => [index, 3]));
  expect(find(rule)).toEqual([{ kind: 'attributes', text: 'query', grades }]);
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

const graded = (query: string) =>
  judgeGraded(products, `[types]\ncase = name: case\n[kind]\n3 AB both\n1 B the type\n${query}`);

test('a product has the grade of the first line that matches it', () => {
  expect(graded('red case, red cases = colour: red ; case')).toEqual(
    ['red case', 'red cases'].map((text) => {
      return {
        kind: 'kind',
        text,
        grades: new Map([
          [0, 3],
          [1, 1],
        ]),
      };
    }),
  );
  const [own] = graded('red case = colour: red ; case ; 2: name: pen (it is blue)');
  expect(own?.grades).toEqual(
    new Map([
      [0, 3],
      [1, 1],
      [2, 2],
    ]),
  );
  expect(() => graded('lamp = name: lamp ; case')).toThrow("2 products are relevant to 'lamp'.");
});

test('the invented shops have 245 graded queries, each once', () => {
  const shops = readShops();
  const texts = judgeGraded(shops).map(({ kind, text }) => `${kind}: ${text}`);
  expect([shops.length, texts.length, new Set(texts).size]).toEqual([325, 245, 245]);
});

test('a line of shops.txt becomes a product for each alternative', () => {
  const names = readShops('## A > B\nAcme | Pen {Red|Blue} {1|2} | In {ink}').map(
    ({ name }) => name,
  );
  expect(names).toEqual(['Pen Red 1', 'Pen Blue 2']);
});
