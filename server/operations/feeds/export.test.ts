import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listProductRows, upsertProducts } from '../../shop/catalogue/store.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToFile, exportToOutput } from './export.ts';
import type { FormatName } from './formats/names.ts';
import { importFile } from './import.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './test-feeds.ts';
import { anyProducts, type TestProduct } from './test-products.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();
const origin = 'https://shop.example.com';
// Each property writes hundreds of files.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(async () => {
  await db.deleteFrom('products').execute();
});

async function fill(products: readonly TestProduct[]): Promise<void> {
  await db.deleteFrom('products').execute();
  const rows = products.map((product, index) => ({
    ...product,
    position: index + 1,
    updated_at: 0,
  }));
  await db.transaction().execute((tx) => upsertProducts(tx, rows));
}

/** Reads the catalogue in its order, without the fields that an import does not set. */
async function catalogue(): Promise<TestProduct[]> {
  const rows = await listProductRows(db, { after: 0, limit: 10_000 });
  return rows.map(({ position, updated_at, ...product }) => product);
}

async function exportText(format: FormatName): Promise<string> {
  const output = new PassThrough();
  const [text] = await Promise.all([
    readText(output),
    exportToOutput(services, output, { format, origin }),
  ]);
  return text;
}

/** Exports the products and imports the file into an empty shop. */
async function throughFile(format: FormatName, products: readonly TestProduct[]) {
  await fill(products);
  const file = await feeds.write('a.txt', await exportText(format));
  await db.deleteFrom('products').execute();
  const { problems } = await importFile(services, file, { format });
  return { problems, products: await catalogue() };
}

describe('an export that is imported into an empty shop', () => {
  test.each<FormatName>(['json', 'jsonl', 'csv'])(
    'is the same catalogue, as %s',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(anyProducts, async (products) => {
          expect(await throughFile(format, products)).toEqual({ problems: [], products });
        }),
      );
    },
  );

  const absolute = (image: string): string => (image.startsWith('/') ? origin + image : image);

  test('has every field that Shopify has', async () => {
    await fc.assert(
      fc.asyncProperty(anyProducts, async (products) => {
        const kept = products.map((product) => ({
          ...product,
          categories: '',
          popularity: 0,
          rating_halves: 0,
          image: absolute(product.image),
        }));
        expect(await throughFile('shopify', products)).toEqual({ problems: [], products: kept });
      }),
    );
  });

  test.each<FormatName>(['google-xml', 'google-tsv'])(
    'has every field that Google has, as %s',
    async (format) => {
      // Google has one text for category and categories. The category is its last part.
      const plain = anyProducts.map((products) =>
        products.map((product) => {
          const categories = product.categories || 'Home > Lamps';
          return { ...product, categories, category: categories.split(' > ').at(-1) ?? '' };
        }),
      );
      await fc.assert(
        fc.asyncProperty(plain, async (products) => {
          const kept = products
            .filter(({ active }) => active === 1)
            .map((product) => ({
              ...product,
              popularity: 0,
              rating_halves: 0,
              image: absolute(product.image),
              stock: product.stock === 0 ? 0 : null,
            }));
          expect(await throughFile(format, products)).toEqual({ problems: [], products: kept });
        }),
      );
    },
  );
});

describe('an export', () => {
  const records = [
    feedRecord('lamp', { name: '=1+1', stock: 0, categories: ['Home', 'Lamps'] }),
    feedRecord('desk', { name: 'Desk, "big"', active: false }),
  ];
  const fillRecords = async (many = records): Promise<void> => {
    await importFile(services, await feeds.write('a.jsonl', toJsonLines(many)));
  };

  test('as CSV escapes what a spreadsheet would calculate', async () => {
    await fillRecords();
    expect(await exportText('csv')).toBe(
      `_id,name,category,categories,brand,description,popularity,cost,rating,image,stock,active
lamp,'=1+1,Tests,Home > Lamps,,,0,12.5,4.5,/pictures/lamp.webp,0,true
desk,"Desk, ""big""",Tests,,,,0,12.5,4.5,/pictures/desk.webp,7,false
`,
    );
  });

  test('for Google has the products on sale, with absolute URLs', async () => {
    await fillRecords();
    expect(await exportText('google-xml')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Products of https://shop.example.com</title>
<link>https://shop.example.com</link>
<description>Everything that is on sale</description>
<item><g:id>lamp</g:id><g:title>=1+1</g:title><g:product_type>Home &gt; Lamps</g:product_type><g:price>12.50 USD</g:price><g:image_link>https://shop.example.com/pictures/lamp.webp</g:image_link><g:availability>out_of_stock</g:availability><g:link>https://shop.example.com/?product=lamp</g:link><g:condition>new</g:condition><g:identifier_exists>no</g:identifier_exists></item>
</channel>
</rss>
`);
    const output = new PassThrough();
    output.resume();
    const report = await exportToOutput(services, output, { format: 'google-tsv', origin });
    expect(report).toEqual({ written: 1, leftOut: 1 });
  });

  test('takes the format from the ending, and replaces the file in one step', async () => {
    await fillRecords();
    const file = await feeds.write('a.json', 'before');
    expect(await exportToFile(services, file, { origin })).toEqual({ written: 2, leftOut: 0 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([
      { _id: 'lamp' },
      { _id: 'desk' },
    ]);
    expect(await readdir(dirname(file))).toEqual(['a.json']);
  });

  test('of an empty catalogue is a valid file', async () => {
    expect(JSON.parse(await exportText('json'))).toEqual([]);
  });

  test('of several batches has each product once, and reports progress', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => feedRecord(`p-${n}`));
    await fillRecords(many);
    const reports: unknown[] = [];
    let now = 0;
    const fast = { db, now: () => (now += 1_000) };
    const folder = await openTestFolder(onTestFinished);
    const file = join(folder, 'a.jsonl');
    await exportToFile(fast, file, { origin, onProgress: (progress) => reports.push(progress) });
    const ids = (await readFile(file, 'utf8')).match(/(?<="_id":")[^"]+/g);
    expect(ids).toEqual(many.map(({ _id }) => _id));
    expect(reports[0]).toMatchObject({ pass: 'exporting', records: 1_000, total: 2_500 });
  });

  test('that fails leaves the file as it was, and no temporary file', async () => {
    await fillRecords();
    const file = await feeds.write('a.json', 'before');
    let now = 0;
    const fast = { db, now: () => (now += 1_000) };
    const failing = exportToFile(fast, file, {
      origin,
      onProgress() {
        throw new Error('pulled the plug');
      },
    });
    await expect(failing).rejects.toThrow('pulled the plug');
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await readdir(dirname(file))).toEqual(['a.json']);
  });

  test('to an output without a reader fails with a sentence', async () => {
    await fillRecords();
    const output = new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })),
    });
    await expect(exportToOutput(services, output, { origin })).rejects.toMatchObject({
      name: 'OperatorError',
      message: 'The output was closed before everything was written.',
    });
  });

  test.each([
    ['/nowhere/a.csv', 'can’t be written: its folder does not exist.'],
    [
      '/',
      'must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format must say what it shall be.',
    ],
  ])('to %s fails with a sentence', async (file, message) => {
    await expect(exportToFile(services, file, { origin })).rejects.toMatchObject({
      name: 'OperatorError',
      message: `${file} ${message.replace('’', "'")}`,
    });
  });

  test('to a folder fails with a sentence', async () => {
    const folder = await openTestFolder(onTestFinished);
    await expect(exportToFile(services, folder, { origin, format: 'csv' })).rejects.toMatchObject({
      message: `${folder} is no regular file.`,
    });
  });
});
