import { describe, expect, test } from 'vitest';
import { addMapping } from './feeds.ts';

const parse = (pairs: readonly string[]) =>
  pairs.reduce<ReturnType<typeof addMapping> | undefined>(
    (before, pair) => addMapping(pair, before),
    undefined,
  );

test('--map takes their name and ours, and accepts id and price for _id and cost', () => {
  expect(parse(['Preis=price', 'Artikel=id', 'a=b=name'])).toEqual(
    new Map([
      ['cost', 'Preis'],
      ['_id', 'Artikel'],
      ['name', 'a=b'],
    ]),
  );
});

describe('an invalid --map is a usage error', () => {
  test.each([
    [['Preis'], 'It must be THEIRS=OURS, where OURS is one of _id, name, category,'],
    [['Preis=worth'], 'stock_seen, stock_change.'],
    [['Preis=constructor'], 'stock_seen, stock_change.'],
    [['=cost'], 'It must be THEIRS=OURS'],
    [['a=cost', 'b=price'], 'cost is named twice.'],
  ])('%j: %s', (pairs, message) => {
    expect(() => parse(pairs)).toThrow(message);
  });
});
