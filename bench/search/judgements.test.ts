import { expect, test } from 'vitest';
import { types } from '../../server/testing/generated-catalogue.ts';
import { FEED, sets } from './evaluate.ts';
import { judge } from './judgements.ts';
import { parseShops } from './shops.ts';

const products = [
  'Case for iPhone® 7 - Red',
  'Leather case for iPhone 7 - Black',
  'Pen - Blue',
].map((name) => ({
  ...{ name, brand: 'Acme', categories: ['All', 'Cases'] },
  ...{ description: 'Waterproof', image: '', price: 1, popularity: 0 },
}));
const graded = (query: string) =>
  judge(products, `[types]\ncase = name: case\n[kind]\n3 AB both\n1 B the type\n${query}`);

test.each([
  ['case AND NOT name: leather', [0]],
  ['case AND name: leather OR colour: blue', [1, 2]],
  ['text: proof$ AND brand: ^acme$ AND category: ^Cases$ AND depth: ^2$ AND colour: red', [0]],
  ['name: iPhone 7', [0, 1]],
])('%s', (rule, expected) => {
  const [query] = graded(`query = ${rule} ; name: .`);
  const best = [...(query?.grades ?? [])].filter(([, grade]) => grade === 3);
  expect(best.map(([index]) => index)).toEqual(expected);
});

test.each([
  ['name: lamp', "3 products are relevant to 'query'."],
  ['size: 7', "'size: 7' is no field and no type."],
])('%s is refused', (rule, message) => {
  expect(() => graded(`query = ${rule} ; name: .`)).toThrow(message);
});

test.for([
  ['Electronics', 3_291, 228],
  ['Generated electronics', 3_291, types.length + 2],
  ['Invented shops', 345, 255],
  ['Long queries', 241, 136],
  ['Long queries, family shop', 122, 40],
  ['Long queries, electronics', 3_291, 34],
] as const)('%s: %i products have %i judged queries, each once', ([name, ...counts], context) => {
  const set = sets[name]();
  if (set === undefined) return context.skip(`${FEED} is not here`);
  const texts = new Set(set.queries.map(({ kind, text }) => `${kind}: ${text}`));
  expect([set.products.length, set.queries.length]).toEqual(counts);
  expect(texts.size).toBe(set.queries.length);
});

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
});

test('a line of shops.txt becomes a product for each alternative', () => {
  const names = parseShops('## A > B\nAcme | Pen {Red|Blue} {1|2} | In {ink}').map(
    ({ name }) => name,
  );
  expect(names).toEqual(['Pen Red 1', 'Pen Blue 2']);
});
