/** Names of inherited properties, such as `constructor`, are ordinary text in a feed. */
import { describe, expect, test } from 'vitest';
import type { FormatName } from '../../../packages/product-feeds/index.ts';
import type { FieldName } from '../../shop/catalogue/fields/product-fields.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { feedRecord, openTestFeeds, toCsv, toJsonLines } from './feeds.testing.ts';
import { importFile } from './import.ts';

const { services } = await openTestShop();
const { db } = services;
const feeds = await openTestFeeds();

const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
/** Fields whose values cannot be a word. */
const values: FieldName[] = ['popularity', 'cost', 'rating', 'image', 'stock', 'active'];

describe.each(words)('the word %s', (word) => {
  test.each(values)('as %s is a problem with line and field', async (field) => {
    const message = expect.stringMatching(new RegExp(`^must .*, not "${word}"$`));
    const records = [feedRecord('lamp', { [field]: word })];
    for (const [name, content, line] of [
      ['a.jsonl', toJsonLines(records), 1],
      ['a.csv', toCsv(records), 2],
    ] as const) {
      const { problems } = await importFile(services, await feeds.write(name, content));
      expect(problems).toEqual([{ line, field, message }]);
    }
  });

  test.each([
    ['Status', `must be active, draft, archived or unlisted, not "${word}"`],
    ['Published', `must be true or false, yes or no, 1 or 0, not "${word}"`],
    [
      'Variant Inventory Policy',
      `must be deny or continue, true or false, yes or no, 1 or 0, not "${word}"`,
    ],
    ['Variant Inventory Qty', `must be a whole number, not "${word}"`],
  ])('in Shopify’s %s', async (column, message) => {
    const row = {
      Handle: 'lamp',
      Title: 'Lamp',
      Type: 'Lamps',
      'Variant Price': '1',
      'Variant Inventory Tracker': 'shopify',
      'Image Src': '/a.webp',
      [column]: word,
    };
    const { problems } = await importFile(services, await feeds.write('a.csv', toCsv([row])));
    expect(problems).toEqual([{ line: 2, field: column, message }]);
  });

  test('in Google’s availability and price', async () => {
    const table = `id\ttitle\tproduct_type\timage_link\tavailability\tprice\nlamp\tLamp\tLamps\t/a.webp\t${word}\t${word}\n`;
    const { problems } = await importFile(services, await feeds.write('a.tsv', table));
    expect(problems.map(({ field }) => field).sort()).toEqual(['availability', 'price']);
  });

  test('as id, name, category, brand and description', async () => {
    const texts = { name: word, category: word, brand: word, description: word };
    const record = feedRecord(word, { ...texts, categories: word });
    const file = await feeds.write('a.csv', toCsv([record]));
    expect(await importFile(services, file)).toMatchObject({ problems: [] });
    expect(await findProductRows(db, [word])).toMatchObject([texts]);
  });

  test('in a name that an id is made of', async () => {
    const record = feedRecord('any', { _id: undefined, name: `${word} lamp`, brand: '' });
    const file = await feeds.write('a.jsonl', toJsonLines([record]));
    expect(await importFile(services, file)).toMatchObject({ problems: [] });
  });

  const json = `{"_id":"any","name":"Any","category":"c","cost":1,"image":"/a","${word}":"Mapped"}`;
  const tsv = `id\ttitle\tproduct_type\tprice\timage_link\t${word}\nany\tAny\tc\t1\t/a\tMapped\n`;
  const columns: [FormatName, string][] = [
    ['json', `[${json}]`],
    ['jsonl', json],
    ['csv', `_id,name,category,cost,image,${word}\nany,Any,c,1,/a,Mapped\n`],
    ['shopify', `Handle,Title,Type,Variant Price,Image Src,${word}\nany,Any,c,1,/a,Mapped\n`],
    ['google-tsv', tsv],
    [
      'google-xml',
      `<rss><channel><item><id>any</id><title>Any</title><product_type>c</product_type>
        <price>1</price><image_link>/a</image_link><${word}>Mapped</${word}></item></channel></rss>`,
    ],
  ];

  test.each(columns)('as the name of a field, even of a mapped one: %s', async (format, text) => {
    const file = await feeds.write('a.txt', text);
    expect(await importFile(services, file, { format })).toMatchObject({ problems: [] });
    const mapping = new Map<FieldName, string>([['brand', word]]);
    expect(await importFile(services, file, { format, mapping })).toMatchObject({ problems: [] });
    expect(await findProductRows(db, ['any'])).toMatchObject([{ name: 'Any', brand: 'Mapped' }]);
    const other = await feeds.write('a.txt', text.replaceAll(word, 'other'));
    await expect(importFile(services, other, { format, mapping })).rejects.toThrow(
      `has the field "${word}" that --map or --ignore names`,
    );
  });
});
