import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FEED, type FeedProduct, feedFile, readFeed } from './feed.ts';
import { judge } from './judged.ts';
import { fits } from './judgements.ts';

test('judgements that say nothing about the products are refused', () => {
  expect(() => judge([])).toThrow("The judgement of 'case' calls 0 products relevant.");
});

describe('what fits a phone', () => {
  const product = (name: string): FeedProduct => ({
    name,
    brand: '',
    categories: [],
    description: '',
    price: 1,
    popularity: 0,
  });

  test.each([
    ['Case for Apple® iPhone® 7 - Black', true],
    ['Case for Apple® iPhone® 6s and 7 - Dark blue', true],
    ['Case for Apple® iPhone® 7/6S/6 - White', true],
    ['Case for Apple® iPhone® 7 Plus - Black', false],
    ['Case for Apple® iPhone® 6s Plus and 7 Plus - Rudolph', false],
    ['Case for Apple® iPhone® 6 - Series 7', false],
  ])('%s', (name, expected) => {
    expect(fits('iphone', '7')(product(name))).toBe(expected);
  });
});

test('the real products have at least 160 judged queries, each asked once', (context) => {
  if (!existsSync(feedFile)) context.skip(`${FEED} is not here`);
  const questions = judge(readFeed(feedFile));
  expect(questions.length).toBeGreaterThanOrEqual(160);
  const asked = questions.map(({ query, kind }) => `${kind}: ${query}`);
  expect(new Set(asked).size).toBe(asked.length);
});
