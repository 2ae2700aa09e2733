/** Feeds for Google as shops and their plugins write them. */
import { describe, expect, test } from 'vitest';
import { findProductRows } from '../../../shop/catalogue/store.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { openTestFeeds } from '../feeds.testing.ts';
import { importFile } from '../import.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();

const attributes = {
  id: 'clock',
  title: 'Wall clock',
  description: 'Quiet',
  image_link: 'https://img.example.com/clock.jpg',
  price: '30.00 USD',
  availability: 'in_stock',
  product_type: 'Home &gt; Clocks',
};
type Changes = Partial<Record<string, string>>;

/** @param changes XML of some attributes */
function rss(changes: Changes = {}): string {
  const elements = Object.entries({ ...attributes, ...changes }).map(
    ([name, xml]) => `<g:${name}>${xml}</g:${name}>`,
  );
  return `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
    <item>${elements.join('')}</item></channel></rss>`;
}

async function importText(text: string, name = 'a.xml') {
  await services.db.deleteFrom('products').execute();
  const report = await importFile(services, await feeds.write(name, text));
  const [product] = await findProductRows(services.db, ['clock']);
  return { problems: report.problems, product };
}

describe('texts are read as HTML', () => {
  test.each<[string, Changes, object]>([
    [
      'in CDATA',
      { description: '<![CDATA[<p>Oak &amp; <b>br</b>ass.</p><ul><li>30 cm</li></ul>]]>' },
      { description: 'Oak & brass. 30 cm' },
    ],
    [
      'escaped',
      { description: '&lt;p&gt;Oak &amp;amp; brass.&lt;br/&gt;30 cm&lt;/p&gt;' },
      { description: 'Oak & brass. 30 cm' },
    ],
    ['as elements', { description: 'Oak <b>&amp; br</b>ass' }, { description: 'Oak & brass' }],
    ['of a script', { description: '<![CDATA[A<script>x</script>B]]>' }, { description: 'A B' }],
    [
      'in a title',
      { title: 'Caf&amp;eacute; clock &amp;amp; bell' },
      { name: 'Café clock & bell' },
    ],
    ['in a brand', { brand: 'Smith &amp;amp; Co' }, { brand: 'Smith & Co' }],
    [
      'in a category',
      { product_type: 'Home &amp;amp; Garden &amp;gt; Clocks' },
      { categories: 'Home & Garden > Clocks', category: 'Clocks' },
    ],
    [
      'but not the tags of unknown elements',
      { description: '<![CDATA[Up to 4K <HDR>, 2 < 3 & R<S]]>' },
      { description: 'Up to 4K <HDR>, 2 < 3 & R<S' },
    ],
  ])('%s', async (_sentence, changes, expected) => {
    const { problems, product } = await importText(rss(changes));
    expect(problems).toEqual([]);
    expect(product).toMatchObject(expected);
  });

  test('in Atom, as text and as elements', async () => {
    const entry = (content: string) => `<feed xmlns="http://www.w3.org/2005/Atom"
      xmlns:g="http://base.google.com/ns/1.0"><entry><g:id>clock</g:id><title>Clock</title>
      <g:price>1 USD</g:price><g:image_link>https://a.example/a.jpg</g:image_link>
      <g:product_type>Clocks</g:product_type>${content}</entry></feed>`;
    for (const content of [
      '<content type="html">&lt;p&gt;Oak &amp;amp; brass &amp;lt;x&amp;gt;&lt;/p&gt;</content>',
      `<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Oak</p>
        <p>&amp; brass &lt;x&gt;</p></div></summary>`,
    ]) {
      const { product } = await importText(entry(content));
      expect(product).toMatchObject({ description: 'Oak & brass <x>' });
    }
  });
});

describe('an amount', () => {
  test.each<[string, number]>([
    ['USD 12.00', 1_200],
    ['USD12.00', 1_200],
    ['12.00USD', 1_200],
    ['1,234.00 USD', 123_400],
    ['usd 1,234,567', 0],
    ['USD 1,000', 100_000],
    ['12', 1_200],
    ['12,50 USD', 1_250],
    ['$12.50', 1_250],
    ['US$ 1,234.50', 123_450],
    ['.99\u00a0USD', 99],
    ['0,500 USD', 50],
    ['1.500,000 USD', 150_000],
  ])('%s', async (price, cents) => {
    const { problems, product } = await importText(rss({ price }));
    if (cents > 0) expect(product).toMatchObject({ cost_cents: cents });
    else
      expect(problems).toMatchObject([
        { field: 'g:price', message: expect.stringMatching(/^must be from/) },
      ]);
  });

  test.each(['12,500 kg', 'EUR 12.00', '€12', '12.00 12.00', 'USD', '12.50.00 USD', 'free'])(
    '%s is refused',
    async (price) => {
      const { problems } = await importText(rss({ price }));
      expect(problems).toMatchObject([{ line: 2, field: 'g:price' }]);
    },
  );
});

describe('a sale price', () => {
  test.each<[string, Changes, number]>([
    ['below the price counts', { sale_price: '25.00 USD' }, 2_500],
    ['of 0 is none', { sale_price: '0.00 USD' }, 3_000],
    ['above the price is none', { sale_price: '35 USD' }, 3_000],
    ['that ends is none', { sale_price: '25 USD', sale_price_effective_date: 'x' }, 3_000],
  ])('%s', async (_sentence, changes, cents) => {
    expect((await importText(rss(changes))).product).toMatchObject({ cost_cents: cents });
  });

  test.each<[string, Changes, string]>([
    ['in another currency', { sale_price: '25 EUR' }, 'g:sale_price'],
    ['that is no amount', { sale_price: 'half' }, 'g:sale_price'],
    ['below a price that is none', { sale_price: '25 USD', price: 'x' }, 'g:price'],
  ])('%s is a problem', async (_sentence, changes, field) => {
    expect((await importText(rss(changes))).problems).toMatchObject([{ field }]);
  });
});

test.each([
  ['Home>Clocks', 'Home > Clocks'],
  ['> Clocks', 'Clocks'],
  ['Home > Clocks >', 'Home > Clocks'],
  ['Home  >Clocks', 'Home > Clocks'],
])('the categories %s are %s', async (path, categories) => {
  const { product } = await importText(rss({ product_type: path.replaceAll('>', '&gt;') }));
  expect(product).toMatchObject({ categories, category: 'Clocks' });
});

describe('Google’s attributes are read from a table', () => {
  const cells = { ...attributes, product_type: 'Home > Clocks' };
  const tableWith = (separator: string, changes: Changes = {}) => {
    const row = { ...cells, ...changes };
    return `${Object.keys(row).join(separator)}\n${Object.values(row).join(separator)}\n`;
  };
  test.each([
    ['a.csv', tableWith(',')],
    ['a.csv', tableWith(';', { price: '30,00 USD' })],
    ['a.csv', tableWith(',').replace('image_link', 'Image link').replace('id,', 'ID,')],
    ['a.csv', tableWith('\t')],
    ['a.tsv', tableWith('\t')],
    ['a.txt', tableWith(',')],
  ])('%s %j', async (name, text) => {
    const { problems, product } = await importText(text, name);
    expect(problems).toEqual([]);
    expect(product).toMatchObject({ name: 'Wall clock', cost_cents: 3_000, category: 'Clocks' });
  });
});

test('the count of Facebook’s feeds is the stock, and another currency is one problem', async () => {
  const table = (price: string, availability: string) =>
    `id,title,price,availability,inventory\nclock,Clock,${price},${availability},968\nb,Bell,${price},in stock,\n`;
  const { product } = await importText(table('4.9 USD', 'in stock'), 'a.csv');
  expect(product).toMatchObject({ stock: 968 });
  const sold = await importText(table('4.9 USD', 'out of stock'), 'a.csv');
  expect(sold.product).toMatchObject({ stock: 0 });
  expect((await importText(table('4.9 EUR', 'in stock'), 'a.csv')).problems).toEqual([
    {
      line: 2,
      field: 'price',
      message:
        'must be in USD, in which the shop sells, not EUR: convert the prices, then leave "EUR" out',
    },
  ]);
});

test('an item with two different prices is refused; the same one twice, or two types, are not', async () => {
  const twice = (xml: string) => importText(rss().replace('</item>', `${xml}</item>`));
  expect((await twice('<g:price>3.00 USD</g:price>')).problems).toEqual([
    { line: 2, message: 'has the element g:price twice, with different values' },
  ]);
  const { problems } = await twice(
    '<g:price> 30.00 USD </g:price><g:product_type>Other</g:product_type><title>Clock</title>',
  );
  expect(problems).toEqual([]);
});

test('elements of other namespaces are not the product’s, but --map finds them', async () => {
  const media = 'xmlns:m="http://search.yahoo.com/mrss/"';
  const text = rss().replace('<item>', `<item><m:title ${media}>Photo</m:title>`);
  const plain = text.replaceAll('g:title', 'title');
  expect((await importText(plain)).product).toMatchObject({ name: 'Wall clock' });
  await services.db.deleteFrom('products').execute();
  await importFile(services, await feeds.write('a.xml', plain), {
    mapping: new Map([['name', 'm:title']]),
  });
  expect(await findProductRows(services.db, ['clock'])).toMatchObject([{ name: 'Photo' }]);
});

test('two different prices without Google’s namespace are refused as well', async () => {
  const text = rss().replace('</item>', '<price>3.00 USD</price><price>4.00 USD</price></item>');
  expect((await importText(text)).problems).toEqual([
    { line: 2, message: 'has the element price twice, with different values' },
  ]);
});

test('XML with endless names of elements is refused', async () => {
  const names = Array.from({ length: 10_001 }, (_, n) => `<n${n}/>`).join('');
  const { problems } = await importText(rss().replace('</item>', `${names}</item>`));
  expect(problems).toEqual([{ line: 2, message: 'has more than 10000 names of elements' }]);
});

test('XML that is nested deeper than 100 elements is refused at once', async () => {
  const nested = (depth: number): string => rss({ a: '<a>'.repeat(depth) + '</a>'.repeat(depth) });
  expect((await importText(nested(96))).problems).toEqual([]);
  const before = process.threadCpuUsage();
  const { problems } = await importText(nested(100_000));
  expect(problems).toEqual([{ line: 2, message: 'has more than 100 nested elements' }]);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});
