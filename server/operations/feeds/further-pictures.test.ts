/** Feeds name several pictures of a product, each format in its own way. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToOutput } from './export.ts';
import { feedRecord, openTestFeeds, toCsv, toJsonLines } from './feeds.testing.ts';
import { importFile } from './import.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

beforeEach(async () => {
  await db.deleteFrom('products').execute();
});

async function importText(name: string, content: string) {
  const report = await importFile(services, await feeds.write(name, content));
  expect(report.problems).toEqual([]);
  return report;
}
const imagesOf = async () =>
  (await db.selectFrom('products').select('image').orderBy('position').execute()).map(({ image }) =>
    image.split('\n'),
  );

const [a, b, c] = ['https://x.example/a,1.jpg', 'https://x.example/b.jpg', 'https://x.example/c'];
const item = (...elements: string[]) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>lamp</g:id><g:title>Lamp</g:title>
  <g:price>1 USD</g:price>${elements.join('')}</item></channel></rss>`;
const further = (address: string) =>
  `<g:additional_image_link> ${address} </g:additional_image_link>`;
const first = (address: string) => `<g:image_link>${address}</g:image_link>`;
const shopifyRow = (Image: string, Position: string, more = {}) => ({
  ...{ Handle: 'lamp', Title: '', Vendor: '', 'Variant Price': '' },
  ...{ 'Image Src': Image, 'Image Position': Position, ...more },
});
const lamp = { Title: 'Lamp', Vendor: 'Acme', 'Variant Price': '1' };

test.each<[string, string, string]>([
  ['a list in JSON', 'a.jsonl', toJsonLines([feedRecord('lamp', { image: [a, b, c] })])],
  ['a cell of an own table', 'a.csv', toCsv([feedRecord('lamp', { image: `${a}, ${b} |${c},` })])],
  ['elements of Google', 'a.xml', item(first(a), further(b), further(c))],
  ['elements of Google in any order', 'a.xml', item(further(b), further(c), first(a))],
  [
    'a column of Google',
    'a.tsv',
    `id\ttitle\tprice\timage_link\tadditional_image_link\nlamp\tLamp\t1 USD\t${a}\t${b},${c}\n`,
  ],
  [
    'rows of Shopify',
    'a.csv',
    toCsv([shopifyRow(b, '2', lamp), shopifyRow(c, '3'), shopifyRow(a, '1')]),
  ],
  [
    'a cell of WooCommerce',
    'a.csv',
    toCsv([
      {
        ...{ Type: 'simple', SKU: 'lamp', Name: 'Lamp', 'Regular price': '1', 'In stock?': '1' },
        Images: `${a.replace(',', '\\,')}, ${b}, ${c}`,
      },
    ]),
  ],
])('all are read from %s, in their order', async (_where, name, content) => {
  await importText(name, content);
  expect(await imagesOf()).toEqual([[a, b, c]]);
});

test('each address counts once, at most eight of a product are kept, and each is checked', async () => {
  const many = Array.from({ length: 20 }, (_, n) => `/${n}.webp`);
  await importText('a.jsonl', toJsonLines([feedRecord('lamp', { image: ['/0.webp', ...many] })]));
  expect(await imagesOf()).toEqual([many.slice(0, 8)]);
  await importText('a.xml', item(first(a), ...many.map((path) => further(b + path))));
  expect((await imagesOf())[0]).toHaveLength(8);
  const hostile = toJsonLines([feedRecord('lamp', { image: ['/a', 'javascript:alert(1)'] })]);
  const { problems } = await importFile(services, await feeds.write('a.jsonl', hostile));
  expect(problems).toMatchObject([
    {
      field: 'image',
      message: 'must begin with /, http:// or https://, not "javascript:alert(1)"',
    },
  ]);
});

test('the pictures of a file replace all that were there; a file without any keeps them', async () => {
  await importText('a.jsonl', toJsonLines([feedRecord('lamp', { image: [a, b] })]));
  await importText('a.jsonl', toJsonLines([{ _id: 'lamp', name: 'Another lamp' }]));
  expect(await imagesOf()).toEqual([[a, b]]);
  await importText('a.jsonl', toJsonLines([{ _id: 'lamp', image: c }]));
  expect(await imagesOf()).toEqual([[c]]);
});

test('other further pictures change no text that the search has', async () => {
  const revisions = () => db.selectFrom('catalogue_segments').selectAll().execute();
  const record = feedRecord('lamp', { image: [a, b], group: 'lamps', option: 'M' });
  await importText('a.jsonl', toJsonLines([record]));
  const [before] = await revisions();
  expect(await importText('a.jsonl', toJsonLines([{ ...record, image: [a, c] }]))).toMatchObject({
    updated: 1,
  });
  const revision = Number(before?.revision) + 1;
  expect(await revisions()).toEqual([{ ...before, revision }]);
});

test('a long cell of separators is read in linear time', async () => {
  const image = `/a${' ,;|'.repeat(200_000)}`;
  const before = process.threadCpuUsage();
  await importText('a.jsonl', toJsonLines([feedRecord('lamp', { image })]));
  // Microseconds. A time that grew with the square of the length would be minutes.
  expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000);
  expect(await imagesOf()).toEqual([['/a']]);
});

test.each([
  ['jsonl', `"image":["/a.webp","${b}"]`],
  ['csv', `"/a.webp ${b}"`],
  ['google-xml', further(b).replaceAll(' ', '')],
  ['google-tsv', `\thttps://shop.example/c%2Cd,${b}\t`],
  ['shopify', `,${b},`],
] as const)('an export as %s has all of them', async (format, expected) => {
  const image = format === 'google-tsv' ? [a, '/c,d', b] : ['/a.webp', b];
  await importText('a.jsonl', toJsonLines([feedRecord('lamp', { image })]));
  const output = new PassThrough();
  const options = { format, origin: 'https://shop.example' };
  const [content] = await Promise.all([text(output), exportToOutput(services, output, options)]);
  expect(content).toContain(expected);
});
