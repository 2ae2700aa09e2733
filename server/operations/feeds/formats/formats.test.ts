import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import {
  type FeedRecord,
  feedRecord,
  openTestFeeds,
  toCsv,
  toJsonLines,
} from '../feeds.testing.ts';
import { importFile } from '../import.ts';
import type { ImportProblem } from '../problems.ts';
import { readFeed } from '../reading/read-feed.ts';
import { SourceFile } from '../reading/source-file.ts';

const { services } = await openTestShop();
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
    if (!('values' in entry)) throw new Error(`Line ${entry.line}: ${JSON.stringify(entry)}`);
    entries.push({ line: entry.line, record: Object.fromEntries(entry.values) });
  }
  return entries;
}

async function problemsOf(name: string, content: string | Uint8Array): Promise<ImportProblem[]> {
  const { problems } = await importFile(services, await feeds.write(name, content));
  return problems;
}

describe('the same products are read from every format', () => {
  const asText = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [field, String(value)])),
  );
  const fields = Object.keys(feedRecord('any')).length;
  const json = JSON.stringify(records);

  test.each<[string, string, string, FeedRecord[], (index: number) => number]>([
    ['a JSON array', 'a.json', json, records, () => 1],
    [
      'a JSON array over many lines, with the first line of each product',
      'a.json',
      JSON.stringify(records, null, 2),
      records,
      (index) => 2 + (fields + 2) * index,
    ],
    ['JSON lines', 'a.jsonl', toJsonLines(records), records, (index) => index + 1],
    ['JSON lines', 'a.ndjson', toJsonLines(records), records, (index) => index + 1],
    ['JSON lines', 'a.JSONL', toJsonLines(records), records, (index) => index + 1],
    ['CSV, whose values are all text', 'a.csv', toCsv(records), asText, (index) => index + 2],
  ])('%s: %s', async (_format, name, content, expected, lineOf) => {
    expect(await read(name, content)).toEqual(
      expected.map((record, index) => ({ line: lineOf(index), record })),
    );
  });

  test.each([
    ['json', json, records],
    ['jsonl', toJsonLines(records), records],
    ['csv', toCsv(records), asText],
  ])(
    'with a byte order mark, and without a line break at the end, as .%s',
    async (ending, content, expected) => {
      const entries = await read(`a.${ending}`, `\uFEFF${content.trimEnd()}`);
      expect(entries.map((entry) => entry.record)).toEqual(expected);
    },
  );

  test.each([
    ['json', JSON.stringify],
    ['jsonl', toJsonLines],
    ['csv', toCsv],
  ] as const)('longer than a block, as .%s', async (ending, write) => {
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

  test('empty cells that a row of CSV lacks at its end', async () => {
    expect(await read('a.csv', '_id,name,stock,rating\na,Ann\n')).toEqual([
      { line: 2, record: { _id: 'a', name: 'Ann' } },
    ]);
  });

  test('an empty array, an empty .jsonl and a header alone', async () => {
    expect(await read('a.json', ' [ ]\n')).toEqual([]);
    expect(await read('a.jsonl', '')).toEqual([]);
    expect(await read('a.csv', '_id,name\n')).toEqual([]);
  });

  test('later lines of a quoted cell, which count as lines', async () => {
    expect(await read('a.csv', '_id,name\r\na,"one\r\ntwo"\r\nb,three\r\n')).toEqual([
      { line: 2, record: { _id: 'a', name: 'one two' } },
      { line: 4, record: { _id: 'b', name: 'three' } },
    ]);
  });
});

describe('a malformed file is refused with the line', () => {
  const good = JSON.stringify(feedRecord('good'));
  const noJson = 'is not valid JSON';
  const noObject = 'is not a JSON object';
  const noArray = 'is not a JSON array';
  const noUtf8 = 'is not UTF-8; save it as UTF-8, in a spreadsheet as “CSV UTF-8”';
  const tooLong = 'goes on for more than 1000000 characters without a complete product';

  test.each<[string, string, string | Uint8Array, line: number, message: string]>([
    ['a JSON line', 'a.jsonl', `${good}\n{"_id": }\n`, 2, noJson],
    ['a cut JSON line', 'a.jsonl', `${good}\n{"_id":`, 2, noJson],
    ['a list on a line', 'a.jsonl', '[1]', 1, noObject],
    ['a null on a line', 'a.jsonl', '\nnull', 2, noObject],
    ['a name twice', 'a.jsonl', '{"cost":1,"c\\u006fst":2}', 1, 'has the field "cost" twice'],
    [
      'a name twice in an array',
      'a.json',
      '[\n{"a":[{"b":1}],"a":2}]',
      2,
      'has the field "a" twice',
    ],
    ['an object, no array', 'a.json', `\n${good}`, 2, noArray],
    ['nothing for an array', 'a.json', ' \n', 1, noArray],
    ['text in an array', 'a.json', '[\n"x"]', 2, noObject],
    ['a missing comma', 'a.json', `[${good}\n${good}]`, 2, noJson],
    ['a comma too many', 'a.json', `[${good},\n]`, 2, noJson],
    ['only a comma', 'a.json', '[,]', 1, noJson],
    ['a mistake inside an element', 'a.json', '[\n{\n"_id": "a",\n"name" "b"\n}]', 4, noJson],
    ['a string that is not closed', 'a.json', `[${good},\n{"_id":"a},\n${good}]`, 2, noJson],
    ['an open array', 'a.json', `[${good},\n${good}`, 2, noJson],
    ['an array cut early', 'a.json', `[${good}\n`, 1, noJson],
    ['text behind the array', 'a.json', `[${good}]\n;`, 2, noJson],
    [
      'a cell too many',
      'a.csv',
      '_id,name\na,b,c\n',
      2,
      'must have 2 cells like the header, not 3',
    ],
    ['an open quote', 'a.csv', '_id,name\n"a,b\nc,d\n', 2, 'has a quote that is never closed'],
    [
      'a quote in a quoted cell',
      'a.csv',
      '_id,name\na,"12" disc"\n',
      2,
      'has a quote where none may be',
    ],
    ['a field twice', 'a.csv', '_id,name, name\n', 1, 'names the field name twice'],
    ['no header', 'a.csv', '\n', 1, 'is not a header with names of fields'],
    ['Latin-1 for UTF-8', 'a.jsonl', Buffer.from('{}\n\ncaf\xe9\n{}', 'latin1'), 3, noUtf8],
    ['a cut character of UTF-8', 'a.csv', Buffer.from('_id\n\xc3', 'latin1'), 2, noUtf8],

    [
      'a long line',
      'a.jsonl',
      `{}\n${' '.repeat(1_000_001)}`,
      2,
      'is longer than 1000000 characters',
    ],
    ['a long element', 'a.json', `[\n"${' '.repeat(2_000_000)}"]`, 2, tooLong],
  ])('%s', async (_sentence, name, content, line, message) => {
    expect(await problemsOf(name, content)).toContainEqual({ line, message });
  });

  test('a quote that is not closed in a large file is found after a megabyte', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => `p-${n},The product number ${n}\n`);
    expect(await problemsOf('a.csv', `_id,name\n"${rows.join('')}`)).toContainEqual({
      line: 2,
      message: 'is longer than 1000000 characters; is a quote not closed?',
    });
  });
});

test.each([
  ['a missing file', 'missing.csv', 'does not exist.'],
  ['a path through a file', 'a.xlsx/b.csv', 'does not exist.'],
  ['a folder', '.', 'is a directory.'],
  ['a device, without being opened,', '/dev/null', 'is no regular file.'],
  [
    'an unknown ending',
    'a.xlsx',
    'must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format must say what it is.',
  ],
])('%s fails with a sentence', async (_sentence, name, message) => {
  const file = resolve(dirname(await feeds.write('a.xlsx', '')), name);
  await expect(importFile(services, file)).rejects.toMatchObject({
    name: 'OperatorError',
    message: `${file} ${message}`,
  });
});
