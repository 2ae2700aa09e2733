import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import demoCatalogue from '../../../catalogue/demo.json' with { type: 'json' };
import { CATEGORY_FACETS_MAX } from '../../../contract/limits.ts';
import { productAddress } from '../../../contract/listing.ts';
import { LEGAL_TEXTS_MAX } from '../../../contract/shop-identity.ts';
import { takeOut } from '../../operations/feeds/removal.ts';
import { fillCatalogue, openTestShop } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { stubPages } from './stub-pages.testing.ts';

const demoIds = demoCatalogue.map(({ _id }) => _id);
const ORIGIN = 'https://shop.example/';

const seller = {
  legalName: 'Nord Ltd',
  address: '1 Mill Lane',
  country: 'DE',
  email: 'hello@nord.example',
};

const openShop = () => openTestShop({ publicUrl: 'https://shop.example', pages: stubPages() });
const shop = await openShop();
await shop.sell({ id: 'lamp' });

/** The root element of a sitemap, and its addresses without the origin. */
function readSitemap(xml: string): { root: string; addresses: string[] } {
  const parser = new SaxesParser({ xmlns: true });
  const [roots, addresses]: string[][] = [[], []];
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, uri }) => {
    expect(uri).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    roots?.push(name);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'loc') return;
    expect(text.startsWith(ORIGIN)).toBe(true);
    addresses?.push(text.slice(ORIGIN.length - 1));
  });
  parser.write(xml).close();
  return { root: roots?.[0] ?? '', addresses: addresses ?? [] };
}

const get = async (path: string, { call } = shop) => {
  const reply = await call('GET', path);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  return readSitemap(reply.body);
};

describe('the sitemap', () => {
  test('has the screens and every product on sale', async () => {
    await shop.sell({ id: 'Odd:id~1.0' });
    await shop.sell({ id: 'retired', active: false });
    const { root, addresses } = await get('/sitemap.xml');
    expect(root).toBe('urlset');
    expect(addresses.slice(0, 3)).toEqual(['/', '/register', '/login']);
    expect(addresses).toContain('/?product=studio-pendant-lamp');
    expect(addresses).toContain('/?product=lamp');
    expect(addresses).toContain('/?product=Odd%3Aid%7E1.0');
    expect(addresses).not.toContain('/?product=retired');
    expect(addresses.filter((address) => address.startsWith('/?product='))).toHaveLength(60 + 2);
  });

  test('has the categories and the legal texts of the shop', async () => {
    await replaceIdentity(shop.services, { name: 'Nord', legal: { privacy: '# Privacy' }, seller });
    const pages = async () =>
      (await get('/sitemap.xml')).addresses.filter((address) => !address.includes('product='));
    expect(await pages()).toEqual(
      expect.arrayContaining([
        '/?page=imprint',
        '/?page=privacy',
        '/?category=Home+%26+Decor',
        '/?category=Tests',
      ]),
    );
    await replaceIdentity(shop.services, undefined);
    expect((await pages()).filter((address) => address.includes('page='))).toEqual([]);
  });

  test('is new with the catalogue, and 304 for who has it', async () => {
    await shop.sell({ id: 'pen' });
    const { headers, body } = await shop.call('GET', '/sitemap.xml');
    expect(readSitemap(body).addresses).toContain('/?product=pen');
    const askAgain = () =>
      shop.call('GET', '/sitemap.xml', { headers: { 'if-none-match': String(headers.etag) } });
    expect((await askAgain()).statusCode).toBe(304);
    await shop.withdraw('pen');
    const reply = await askAgain();
    expect(reply.statusCode).toBe(200);
    expect(readSitemap(reply.body).addresses).not.toContain('/?product=pen');
  });

  test('of a shop whose addresses fit into one file has no others', async () => {
    for (const number of ['2', '0', 'x', '01']) {
      expect((await shop.call('GET', `/sitemap-${number}.xml`)).statusCode).toBe(404);
    }
  });
});

test('a shop without products has its screens', async () => {
  const empty = await openShop();
  await takeOut(empty.services, new Set(demoIds));
  expect((await get('/sitemap.xml', empty)).addresses).toEqual(['/', '/register', '/login']);
});

test('a file has the products of 50,000 positions at most; with more, an index leads to several', async () => {
  const large = await openShop();
  // More than are read at once. The last one has the last position of the first file.
  const ids = Array.from({ length: 1_500 }, (_, index) => `p${index}`);
  await fillCatalogue(large.services, ids);
  const { db } = large.services;
  const last = ids.at(-1) ?? '';
  // The first file also has the screens, the legal texts with an imprint, and the categories.
  const lastOfFirstFile = 50_000 - 3 - (LEGAL_TEXTS_MAX + 1) - CATEGORY_FACETS_MAX;
  await db
    .updateTable('products')
    .set({ position: lastOfFirstFile })
    .where('id', '=', last)
    .execute();
  const { root, addresses: all } = await get('/sitemap.xml', large);
  const products = all.filter((address) => address.startsWith('/?product='));
  expect([root, products.length, all.at(-1)]).toEqual(['urlset', 60 + 1_500, productAddress(last)]);

  await large.sell({ id: 'one-more' });
  const index = await get('/sitemap.xml', large);
  expect(index).toEqual({
    root: 'sitemapindex',
    addresses: ['/sitemap-1.xml', '/sitemap-2.xml'],
  });
  expect(await get('/sitemap-1.xml', large)).toEqual({ root: 'urlset', addresses: all });
  const second = await get('/sitemap-2.xml', large);
  expect(second.addresses).toEqual([productAddress('one-more')]);

  // A whole file of products that are not on sale any more.
  await takeOut(large.services, new Set([...demoIds, ...ids]));
  expect(await get('/sitemap.xml', large)).toEqual({
    root: 'urlset',
    addresses: ['/', '/register', '/login', expect.any(String), productAddress('one-more')],
  });
});
