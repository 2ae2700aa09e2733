import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFeedWriter, type ExportedFormat } from '../../../packages/product-feeds/index.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToFile, exportToOutput } from './export.ts';
import {
  type FeedRecord,
  feedRecord,
  openTestFeeds,
  toJsonLines,
  withFastClock,
} from './feeds.testing.ts';
import { importFile } from './import.ts';
import { feedShop } from './reading/read-feed.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();
const origin = 'https://shop.example.com';

/** Replaces the catalogue. */
async function fill(records: readonly FeedRecord[]): Promise<void> {
  await db.deleteFrom('products').execute();
  await importFile(services, await feeds.write('a.jsonl', toJsonLines(records)));
}

beforeEach(() =>
  fill([
    feedRecord('lamp', { name: '=1+1', stock: 0, categories: ['Home', 'Lamps'] }),
    feedRecord('desk', { name: 'Desk, "big"', active: false }),
  ]),
);

async function exportText(format: ExportedFormat): Promise<string> {
  const output = new PassThrough();
  const [text] = await Promise.all([
    readText(output),
    exportToOutput(services, output, { format, origin }),
  ]);
  return text;
}

describe('an export', () => {
  test('that is stopped leaves no file, and an earlier one as it was', async () => {
    const file = await feeds.write('all.jsonl', 'earlier');
    const stop = new AbortController();
    const exporting = exportToFile(withFastClock(services), file, {
      origin,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('Stopped')),
    });
    await expect(exporting).rejects.toThrow('Stopped');
    expect(await readdir(dirname(file))).toEqual(['all.jsonl']);
    expect(await readFile(file, 'utf8')).toBe('earlier');
  });

  test('as CSV escapes what a spreadsheet would calculate', async () => {
    expect(await exportText('csv')).toBe(
      `_id,name,category,categories,brand,description,popularity,cost,rating,image,stock,active,group,option,tax,stock_seen
"lamp","'=1+1","Tests","Home > Lamps",,,0,12.5,4.5,"/pictures/lamp.webp",0,true,,,,0
"desk","Desk, ""big""","Tests",,,,0,12.5,4.5,"/pictures/desk.webp",7,false,,,,7
`,
    );
  });

  test.each(['=1', '+1', '-1', '@x', 'a;=cmd', 'a; +1', '＝1', '－1', ' =1', "'=1", 'a|=1', '"=1'])(
    'as CSV has no formula in any locale: %s',
    async (text) => {
      await fill([feedRecord('lamp', { name: `x${text}`, description: text, brand: text })]);
      expect((await createFeedWriter('csv', feedShop, origin)).header).toMatch(/^\uFEFF/);
      const rows = (await exportText('csv')).split('\n').slice(1);
      for (const separator of [',', ';', '\t', '|']) {
        const cells = rows.flatMap((row) => row.split(separator));
        for (const cell of cells) expect(cell).not.toMatch(/^"?\s*[=+\-@＝＋－＠]/);
      }
      const file = await feeds.write('a.csv', await exportText('csv'));
      expect(await importFile(services, file)).toMatchObject({ unchanged: 1, problems: [] });
    },
  );

  test.each(['google-xml', 'google-tsv', 'shopify'] as const)(
    'as %s is refused without the shop’s address, because links would lead nowhere',
    async (format) => {
      const exporting = exportToOutput(services, new PassThrough(), { format, origin: undefined });
      await expect(exporting).rejects.toMatchObject({
        name: 'OperatorError',
        message: `${format} has links to the shop: set PUBLIC_URL to its address.`,
      });
    },
  );

  test('for Google names the shop and its seller, who are escaped', async () => {
    const seller = {
      legalName: 'Birch & Bloom <Ltd>',
      address: '1 Mill Lane\nLübeck',
      country: 'DE',
      email: 'hello@birch.example',
    };
    await replaceIdentity(services, { name: 'Birch & Bloom', seller });
    const [channel = ''] = (await exportText('google-xml')).split('<item>');
    await replaceIdentity(services, undefined);
    expect(channel).toContain(`<title>Birch &amp; Bloom</title>
<link>https://shop.example.com</link>
<description>Everything that is on sale. Seller: Birch &amp; Bloom &lt;Ltd&gt;, 1 Mill Lane, Lübeck, DE</description>
<managingEditor>hello@birch.example (Birch &amp; Bloom &lt;Ltd&gt;)</managingEditor>
`);
  });

  test('for Google has the products on sale, with absolute URLs', async () => {
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
    const file = await feeds.write('a.json', 'before');
    expect(await exportToFile(services, file, { origin })).toEqual({ written: 2, leftOut: 0 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([
      { _id: 'lamp' },
      { _id: 'desk' },
    ]);
    expect(await readdir(dirname(file))).toEqual(['a.json']);
  });

  test('of an empty catalogue is a valid file', async () => {
    await fill([]);
    expect(JSON.parse(await exportText('json'))).toEqual([]);
  });

  test('of several batches has each product once, and reports progress', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => feedRecord(`p-${n}`));
    await fill(many);
    const reports: unknown[] = [];
    const file = await feeds.write('a.jsonl', '');
    const onProgress = (progress: unknown) => reports.push(progress);
    await exportToFile(withFastClock(services), file, { origin, onProgress });
    const ids = (await readFile(file, 'utf8')).match(/(?<="_id":")[^"]+/g);
    expect(ids).toEqual(many.map(({ _id }) => _id));
    expect(reports[0]).toMatchObject({ pass: 'exporting', records: 1_000, total: 2_500 });
  });

  test('that fails leaves the file as it was, and no temporary file', async () => {
    const file = await feeds.write('a.json', 'before');
    const onProgress = () => {
      throw new Error('pulled the plug');
    };
    const failing = exportToFile(withFastClock(services), file, { origin, onProgress });
    await expect(failing).rejects.toThrow('pulled the plug');
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await readdir(dirname(file))).toEqual(['a.json']);
  });

  test('to an output without a reader fails with a sentence', async () => {
    const output = new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })),
    });
    await expect(exportToOutput(services, output, { origin })).rejects.toMatchObject({
      name: 'OperatorError',
      message: 'The output was closed before everything was written.',
    });
  });

  test.each<[string, ExportedFormat | undefined, string]>([
    ['/nowhere/a.csv', undefined, "can't be written: its folder does not exist."],
    ['/', undefined, 'must end in .json, .jsonl, .ndjson, .csv, .xml, .tsv or .txt, or --format '],
    ['/', 'csv', 'is no regular file.'],
  ])('to %s as %s fails with a sentence', async (file, format, message) => {
    await expect(exportToFile(services, file, { origin, format })).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(`${file} ${message}`),
    });
  });
});
