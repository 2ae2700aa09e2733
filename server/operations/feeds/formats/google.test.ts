import { beforeEach, describe, expect, test } from 'vitest';
import { findProductRows } from '../../../shop/catalogue/store.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../feeds.testing.ts';
import { importFile, updateFile } from '../import.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();
beforeEach(() => services.db.deleteFrom('products').execute());

async function rowOf(id: string) {
  const [row] = await findProductRows(services.db, [id]);
  return row;
}

async function importText(name: string, text: string) {
  return importFile(services, await feeds.write(name, text));
}

const GOOGLE = 'xmlns:g="http://base.google.com/ns/1.0"';
const rss = (...items: string[]): string =>
  `<?xml version="1.0"?>\n<rss version="2.0" ${GOOGLE}>\n<channel>\n<title>Shop</title>\n${items
    .map((item) => `<item>\n${item}\n</item>\n`)
    .join('')}</channel>\n</rss>\n`;

const tv = `<g:id>TV_123456</g:id>
<g:title>Chromecast &amp; TV</g:title>
<g:description><![CDATA[Up to 4K <HDR>]]></g:description>
<g:link>https://shop.example.com/tv</g:link>
<g:image_link>https://shop.example.com/tv.jpg</g:image_link>
<g:additional_image_link>https://shop.example.com/2.jpg</g:additional_image_link>
<g:price>49.99 USD</g:price>
<g:availability>in_stock</g:availability>
<g:brand>Google</g:brand>
<g:product_type>Electronics &gt; Streaming</g:product_type>
<g:shipping><g:country>US</g:country><g:price>4.95 USD</g:price></g:shipping>`;

const product = {
  id: 'TV_123456',
  name: 'Chromecast & TV',
  category: 'Streaming',
  categories: 'Electronics > Streaming',
  brand: 'Google',
  description: 'Up to 4K <HDR>',
  cost_cents: 4_999,
  image: 'https://shop.example.com/tv.jpg\nhttps://shop.example.com/2.jpg',
  stock: null,
  active: 1,
};

describe('a product of a Google feed', () => {
  test('is an item of RSS', async () => {
    expect(await importText('a.xml', rss(tv))).toMatchObject({ added: 1, problems: [] });
    expect(await rowOf('TV_123456')).toMatchObject(product);
  });

  test('is an entry of Atom, whose own id is ignored, with any prefix', async () => {
    const entry = tv
      .replaceAll('g:', 'x:')
      .replace('<x:title>', '<title>')
      .replace('</x:title>', '</title>');
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" ${GOOGLE.replace(':g', ':x')}>
      <title>Shop</title><id>tag:shop</id>
      <entry><id>tag:google.com,2005:/products</id>${entry}</entry></feed>`;
    await importText('a.xml', rss(tv));
    expect(await importText('a.xml', atom)).toMatchObject({ unchanged: 1, problems: [] });
  });

  test('is a row, with the older or the newer column names', async () => {
    const table = `id\ttitle\tdescription\tlink\timage link\tadditional image link\tprice\tavailability\tbrand\tproduct type
TV_123456\tChromecast & TV\tUp to 4K <HDR>\thttps://a.example\thttps://shop.example.com/tv.jpg\thttps://shop.example.com/2.jpg\t49.99 USD\tin stock\tGoogle\tElectronics > Streaming
tv-55\tThe 55" TV, "flat"\t\thttps://a.example\thttps://shop.example.com/55.jpg\t\tUSD\tpreorder\t\tTVs\n`;
    await importText('a.xml', rss(tv));
    const report = await importText('a.tsv', table);
    expect(report.problems).toMatchObject([{ line: 3, field: 'price' }]);
    const mended = table.replace('\tUSD\t', '\t550\t');
    expect(await importText('a.txt', mended)).toMatchObject({ added: 1, unchanged: 1 });
    expect(await rowOf('tv-55')).toMatchObject({
      name: 'The 55" TV, "flat"',
      cost_cents: 55_000,
      category: 'TVs',
      categories: 'TVs',
      description: '',
      stock: null,
    });
  });

  test.each([
    ['that of a sale', '', 3_999],
    [
      'the usual one, if the sale ends by itself',
      '<g:sale_price_effective_date>2026-01-01T00:00-0800/2026-02-01T00:00-0800</g:sale_price_effective_date>',
      4_999,
    ],
  ])('has as its price %s', async (_what, elements, cost_cents) => {
    await importText('a.xml', rss(`${tv}<g:sale_price>39.99 USD</g:sale_price>${elements}`));
    expect(await rowOf('TV_123456')).toMatchObject({ cost_cents });
  });

  test('has no stock if it is out of stock, and Google’s category if it has no other', async () => {
    const changed = tv
      .replace('in_stock', 'out of stock')
      .replace(
        '<g:product_type>Electronics &gt; Streaming</g:product_type>',
        '<g:google_product_category>Media &gt; Players</g:google_product_category>',
      );
    await importText('a.xml', rss(changed));
    expect(await rowOf('TV_123456')).toMatchObject({ stock: 0, category: 'Players' });
  });

  test('keeps a counted stock in an update, unless it is out of stock', async () => {
    await importText('a.jsonl', toJsonLines([feedRecord('counted', { stock: 7 })]));
    for (const [availability, stock] of [
      ['in_stock', 7],
      ['out_of_stock', 0],
    ] as const) {
      const item = `<g:id>counted</g:id><g:availability>${availability}</g:availability>`;
      await updateFile(services, await feeds.write('a.xml', rss(`${item}<g:price>2</g:price>`)));
      expect(await rowOf('counted')).toMatchObject({ stock, cost_cents: 200 });
    }
  });
});

describe('a problem has the feed’s own field name and the line', () => {
  const price =
    'must be in USD, in which the shop sells, not EUR: convert the prices, then leave "EUR" out';
  const availability = 'must be in_stock, out_of_stock, preorder or backorder, not "soon"';

  test.each([
    ['49.99 USD', '49.99 EUR', 'g:price', price],
    ['in_stock', 'soon', 'g:availability', availability],
    ['<g:title>Chromecast &amp; TV</g:title>', '', 'title', 'is missing'],
  ])('%s as "%s"', async (good, bad, field, message) => {
    const item = tv.replace('TV_123456', 'new').replace(good, bad);
    const { problems } = await importText('a.xml', rss(item));
    expect(problems).toEqual([{ line: 5, field, message }]);
  });

  test('a truncated feed is refused with the line', async () => {
    const message = expect.stringMatching(/^is not well-formed XML: "/);
    expect(await importText('a.xml', rss(tv).replace('</channel>', ''))).toMatchObject({
      refused: true,
      read: 1,
      problems: [{ line: 19, message }],
    });
  });

  test.each([
    ['a page', '<html><item/></html>', 'is a page in HTML'],
    ['another document', '<urlset><item/></urlset>', 'is no RSS or Atom feed'],
    ['an empty file', '', 'is not well-formed XML: '],
    ['text behind the feed', `${rss(tv)}<rss/>`, 'is not well-formed XML: '],
    ['an entity of HTML', rss('<g:id>&nbsp;</g:id>'), 'is not well-formed XML: "undefined entity'],
    [
      'a comment that is too long',
      `<rss><!--${' '.repeat(2_000_000)}--></rss>`,
      'goes on for more than',
    ],
    [
      'an entity that a feed defines itself, which is not expanded',
      `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${rss('<g:id>&b;</g:id>').slice(22)}`,
      'undefined entity',
    ],
  ])('%s is refused', async (_what, text, message) => {
    const { refused, problems } = await importText('a.xml', text);
    expect(refused).toBe(true);
    expect(problems.at(-1)?.message).toContain(message);
  });
});
