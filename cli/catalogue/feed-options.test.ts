import { describe, expect, test } from 'vitest';
import { UsageError } from '../command.ts';
import { parseFormat, parseMapping } from './feed-options.ts';

test('--format takes the name of a format', () => {
  expect(parseFormat('shopify')).toBe('shopify');
  expect(parseFormat(undefined)).toBeUndefined();
  expect(() => parseFormat('xls')).toThrow(
    new UsageError(
      '--format takes one of json, jsonl, csv, shopify, google-xml, google-tsv, not "xls".',
    ),
  );
});

test('--map takes their name and ours, where id and price are other names of _id and cost', () => {
  expect(parseMapping([])).toBeUndefined();
  expect(parseMapping(['Preis=price', 'Artikel=id', 'a=b=name'])).toEqual(
    new Map([
      ['Preis', 'cost'],
      ['Artikel', '_id'],
      ['a=b', 'name'],
    ]),
  );
});

describe('--map that makes no sense is a usage error', () => {
  test.each([
    [['Preis'], '--map takes THEIRS=OURS, where OURS is one of _id, name, category,'],
    [['Preis=worth'], 'stock, active, not "Preis=worth".'],
    [['Preis=constructor'], 'stock, active, not "Preis=constructor".'],
    [['=cost'], 'not "=cost".'],
    [['a=cost', 'b=price'], '--map names cost twice.'],
  ])('%j: %s', (pairs, message) => {
    const error = expect.objectContaining({
      name: 'UsageError',
      message: expect.stringContaining(message),
    });
    expect(() => parseMapping(pairs)).toThrow(error);
  });
});
