/** An export that an empty shop imports is exported there with the same bytes. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  type ExportedFormat,
  exportedFormats,
  type FormatName,
} from '../../../packages/product-feeds/index.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { exportToOutput } from './export.ts';
import { feedRecord, openTestFeeds, toJsonLines } from './feeds.testing.ts';
import { importFile } from './import.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();

const rates = [
  { key: 'full', percent: 19, usual: true },
  { key: 'reduced', percent: 7 },
];
await replaceIdentity(services, { name: 'Books', tax: { name: 'VAT', rates } });

const several = ['/a.webp', 'https://cdn.example/w_1,h_2/b.webp', '/c.webp'];
const others = Array.from({ length: 8 }, (_, n) => `https://cdn.example/${n}.webp`);
const records = [
  { _id: 'Größe (M), ™+#字', name: 'Caf&eacute; <b>"x"</b> & R<S', cost: 1 },
  feedRecord('lamp', {
    name: '=1+1; @x',
    description: '<p>Up to 4K <HDR></p> &amp; more; =2',
    categories: ['Home & Garden', 'Lamps <LED>'],
    category: 'Lamps <LED>',
    brand: 'Smith &amp; Co',
    stock: 0,
  }),
  feedRecord('gallery', { image: others, tax: 'reduced' }),
  feedRecord('plain', { category: 'A>B', image: '', stock: null }),
  feedRecord('red', { name: 'Shirt, M / Red', group: 'shirt', option: 'M / Red', image: several }),
  feedRecord('blue', {
    name: 'Shirt, L / Blue',
    group: 'shirt',
    option: 'L / Blue',
    image: others,
  }),
];

async function exportAs(format: ExportedFormat): Promise<string> {
  const output = new PassThrough();
  const options = { format, origin: 'https://shop.example' };
  const [content] = await Promise.all([text(output), exportToOutput(services, output, options)]);
  return content;
}

async function importInto(name: string, content: string, format?: FormatName) {
  await services.db.deleteFrom('products').execute();
  const report = await importFile(services, await feeds.write(name, content), { format });
  expect(report.problems).toEqual([]);
}

const ownFormats: readonly ExportedFormat[] = ['json', 'jsonl', 'csv'];

test.each(exportedFormats)('%s', async (format) => {
  await importInto('a.jsonl', toJsonLines(records));
  const exported = await exportAs(format);
  await importInto('a.txt', exported, format);
  expect(await exportAs(format)).toBe(exported);
  const { tax } = await services.db
    .selectFrom('products')
    .select('tax')
    .where('id', '=', 'gallery')
    .executeTakeFirstOrThrow();
  expect(tax).toBe(ownFormats.includes(format) ? 'reduced' : null);
});
