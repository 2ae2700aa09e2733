import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import type { ImportProblem } from '../errors.ts';
import { importFile } from '../import.ts';
import { readFeed } from '../read-feed.ts';
import { SourceFile } from '../source-file.ts';
import { type FeedRecord, feedRecord, openTestFeeds, toCsv, toJsonLines } from '../test-feeds.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();

const records = [
  feedRecord('lamp', { name: 'Desk "Lamp", green' }),
  feedRecord('creme', { name: 'Crème brûlée 🍮 [6], {"a"}', category: '厨房' }),
  feedRecord('slashes', { name: 'C:\\ \\" \\\\' }),
];

/** Reads the records of a file with their lines. */
async function read(
  name: string,
  content: string | Uint8Array,
): Promise<{ line: number; record: FeedRecord }[]> {
  const entries = [];
  const source = await SourceFile.open(await feeds.write(name, content));
  for await (const entry of readFeed(source)) {
    if ('problem' in entry) throw new Error(`Line ${entry.line} ${entry.problem}`);
    entries.push({ line: entry.line, record: Object.fromEntries(entry.values) });
  }
  return entries;
}

async function problemsOf(name: string, content: string | Uint8Array): Promise<ImportProblem[]> {
  const { problems } = await importFile(shop.services, await feeds.write(name, content));
  return problems;
}

describe('the same products are read from every format', () => {
  const asText = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [field, String(value)])),
  );

  test('a JSON array', async () => {
    expect(await read('a.json', JSON.stringify(records))).toEqual(
      records.map((record) => ({ line: 1, record })),
    );
  });

  test('a JSON array over many lines, with the first line of each product', async () => {
    const lines = 2 + Object.keys(feedRecord('any')).length;
    expect(await read('a.json', JSON.stringify(records, null, 2))).toEqual(
      records.map((record, index) => ({ line: 2 + lines * index, record })),
    );
  });

  test.each(['jsonl', 'ndjson', 'JSONL'])('JSON lines, as .%s', async (ending) => {
    expect(await read(`a.${ending}`, toJsonLines(records))).toEqual(
      records.map((record, index) => ({ line: index + 1, record })),
    );
  });

  test('CSV, whose values are all text', async () => {
    expect(await read('a.csv', toCsv(records))).toEqual(
      asText.map((record, index) => ({ line: index + 2, record })),
    );
  });

  test.each([
    ['json', JSON.stringify(records, null, 1).replaceAll('\n', '\r\n'), records],
    ['jsonl', toJsonLines(records, '\r\n'), records],
    ['csv', toCsv(records, '\r\n'), asText],
  ])('with Windows line breaks, as .%s', async (ending, content, expected) => {
    const entries = await read(`a.${ending}`, content);
    expect(entries.map((entry) => entry.record)).toEqual(expected);
  });

  test.each([
    ['json', JSON.stringify(records), records],
    ['jsonl', toJsonLines(records), records],
    ['csv', toCsv(records), asText],
  ])('with a byte order mark, as .%s', async (ending, content, expected) => {
    const entries = await read(`a.${ending}`, `\uFEFF${content}`);
    expect(entries.map((entry) => entry.record)).toEqual(expected);
  });

  test.each([
    ['json', JSON.stringify(records), records],
    ['jsonl', toJsonLines(records).trimEnd(), records],
    ['csv', toCsv(records).trimEnd(), asText],
  ])('without a line break at the end, as .%s', async (ending, content, expected) => {
    const entries = await read(`a.${ending}`, content);
    expect(entries.map((entry) => entry.record)).toEqual(expected);
  });

  test.each([
    ['json', (many: typeof records) => JSON.stringify(many)],
    ['jsonl', (many: typeof records) => toJsonLines(many)],
    ['csv', (many: typeof records) => toCsv(many)],
  ])('longer than a block, as .%s', async (ending, write) => {
    const many = Array.from({ length: 3_000 }, (_, n) =>
      feedRecord(`p-${n}`, { name: 'ü€😀'.repeat(1 + (n % 7)) }),
    );
    const entries = await read(`a.${ending}`, write(many));
    expect(entries.map((entry) => entry.record.name)).toEqual(many.map(({ name }) => name));
  });
});

describe('entries without a product', () => {
  test('blank lines of JSON Lines, which count as lines', async () => {
    expect(await read('a.jsonl', '\n{"_id":"a"}\n  \n\n{"_id":"b"}\n')).toEqual([
      { line: 2, record: { _id: 'a' } },
      { line: 5, record: { _id: 'b' } },
    ]);
  });

  test('blank lines and empty cells of CSV', async () => {
    expect(await read('a.csv', '_id,stock,rating\n\na,,5\n\n\nb,3,\n')).toEqual([
      { line: 3, record: { _id: 'a', rating: '5' } },
      { line: 6, record: { _id: 'b', stock: '3' } },
    ]);
  });

  test('an empty array, an empty .jsonl and a header alone', async () => {
    expect(await read('a.json', ' [ ]\n')).toEqual([]);
    expect(await read('a.jsonl', '')).toEqual([]);
    expect(await read('a.csv', '_id,name\n')).toEqual([]);
  });

  test('later lines of a quoted cell, which count as lines', async () => {
    expect(await read('a.csv', '_id,name\r\na,"one\r\ntwo"\r\nb,three\r\n')).toEqual([
      { line: 2, record: { _id: 'a', name: 'one\ntwo' } },
      { line: 4, record: { _id: 'b', name: 'three' } },
    ]);
  });
});

describe('a malformed file is refused with the line', () => {
  const good = JSON.stringify(feedRecord('good'));
  const latin1 = Buffer.from('caf\xe9', 'latin1');

  test.each<[string, string, string | Uint8Array, ImportProblem]>([
    ['a JSON line', 'a.jsonl', `${good}\n{"_id": }\n`, { line: 2, message: 'is not valid JSON' }],
    ['a cut JSON line', 'a.jsonl', `${good}\n{"_id":`, { line: 2, message: 'is not valid JSON' }],
    ['a list on a line', 'a.jsonl', '[1]', { line: 1, message: 'is not a JSON object' }],
    ['a null on a line', 'a.jsonl', '\nnull', { line: 2, message: 'is not a JSON object' }],
    ['an object, no array', 'a.json', `\n${good}`, { line: 2, message: 'is not a JSON array' }],
    ['nothing for an array', 'a.json', ' \n', { line: 1, message: 'is not a JSON array' }],
    ['text in an array', 'a.json', '[\n"x"]', { line: 2, message: 'is not a JSON object' }],
    ['a missing comma', 'a.json', `[${good}\n${good}]`, { line: 2, message: 'is not valid JSON' }],
    ['a comma too many', 'a.json', `[${good},\n]`, { line: 2, message: 'is not valid JSON' }],
    ['only a comma', 'a.json', '[,]', { line: 1, message: 'is not valid JSON' }],
    [
      'a mistake inside an element',
      'a.json',
      '[\n{\n"_id": "a",\n"name" "b"\n}]',
      { line: 4, message: 'is not valid JSON' },
    ],
    [
      'a string that is not closed',
      'a.json',
      `[${good},\n{"_id":"a},\n${good}]`,
      { line: 2, message: 'is not valid JSON' },
    ],
    ['an open array', 'a.json', `[${good},\n${good}`, { line: 2, message: 'is not valid JSON' }],
    ['an array cut early', 'a.json', `[${good}\n`, { line: 1, message: 'is not valid JSON' }],
    ['text behind the array', 'a.json', `[${good}]\n;`, { line: 2, message: 'is not valid JSON' }],
    [
      'a row with a cell too few',
      'a.csv',
      '_id,name\n\na\n',
      { line: 3, message: 'must have 2 cells like the header, not 1' },
    ],
    [
      'a row with a cell too many',
      'a.csv',
      '_id,name\na,b,c\n',
      { line: 2, message: 'must have 2 cells like the header, not 3' },
    ],
    [
      'a quote that is not closed',
      'a.csv',
      '_id,name\n"a,b\nc,d\n',
      { line: 2, message: 'has a quote that is never closed' },
    ],
    [
      'a quote inside a cell',
      'a.csv',
      '_id,name\na,12" disc\n',
      { line: 2, message: 'has a quote where none may be' },
    ],
    [
      'a field twice in the header',
      'a.csv',
      '_id,name, name\n',
      { line: 1, message: 'names the field name twice' },
    ],
    ['no header', 'a.csv', '\n', { line: 1, message: 'is not a header with names of fields' }],
    [
      'Latin-1 for UTF-8',
      'a.jsonl',
      Buffer.concat([Buffer.from('{}\n\n'), latin1, Buffer.from('\n{}')]),
      { line: 3, message: 'is not UTF-8' },
    ],
    [
      'UTF-8 that ends in the middle of a character',
      'a.csv',
      Buffer.concat([Buffer.from('_id\n'), Buffer.from('é').subarray(0, 1)]),
      { line: 2, message: 'is not UTF-8' },
    ],
    ['UTF-16', 'a.json', Buffer.from('\uFEFF[]', 'utf16le'), { line: 1, message: 'is not UTF-8' }],
    [
      'a line that is too long',
      'a.jsonl',
      `{}\n${' '.repeat(1_000_001)}`,
      { line: 2, message: 'is longer than 1000000 characters' },
    ],
    [
      'an element that is too long',
      'a.json',
      `[\n"${' '.repeat(2_000_000)}"]`,
      {
        line: 2,
        message: 'goes on for more than 1000000 characters without a complete product',
      },
    ],
  ])('%s', async (_sentence, name, content, problem) => {
    expect(await problemsOf(name, content)).toContainEqual(problem);
  });

  test('a quote that is not closed in a large file is found after a megabyte', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => `p-${n},The product number ${n}\n`);
    expect(await problemsOf('a.csv', `_id,name\n"${rows.join('')}`)).toContainEqual({
      line: 2,
      message: 'is longer than 1000000 characters; is a quote not closed?',
    });
  });
});

describe('an unusable file', () => {
  test.each([
    ['a missing file', 'missing.csv', 'does not exist.'],
    ['a path through a file', 'a.xlsx/b.csv', 'does not exist.'],
    ['a folder', '.', 'is a directory.'],
    [
      'an unknown ending',
      'a.xlsx',
      'must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format must say what it is.',
    ],
  ])('%s fails with a sentence', async (_sentence, name, message) => {
    const file = join(dirname(await feeds.write('a.xlsx', '')), name);
    await expect(importFile(shop.services, file)).rejects.toMatchObject({
      name: 'OperatorError',
      message: `${file} ${message}`,
    });
  });

  test('a device is refused without being opened', async () => {
    await expect(importFile(shop.services, '/dev/null')).rejects.toThrow(
      '/dev/null is no regular file.',
    );
  });
});
