import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import demoCatalogue from '../../../catalogue/demo.json' with { type: 'json' };
import { productAddress } from '../../../contract/listing.ts';
import { takeOut } from '../../operations/feeds/removal.ts';
import { fillCatalogue, openTestShop } from '../../testing/test-shop.ts';

const demoIds = demoCatalogue.map(({ _id }) => _id);
const ORIGIN = 'https://shop.example/';

const openShop = () =>
  openTestShop({
    publicUrl: 'https://shop.example',
    pages: {
      render: async () => ({ status: 200, html: '<p>A page</p>', scriptHashes: [] }),
      serveAssets: async () => {},
      buildId: 'test',
      isDevelopment: false,
    },
  });
const shop = await openShop();

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
    await shop.sell({ id: 'lamp' });
    await shop.sell({ id: 'Odd:id~1.0' });
    await shop.sell({ id: 'retired', active: false });
    const { root, addresses } = await get('/sitemap.xml');
    expect(root).toBe('urlset');
    expect(addresses.slice(0, 4)).toEqual([
      '/',
      '/register',
      '/login',
      '/?product=studio-wireless-headphones',
    ]);
    expect(addresses).toContain('/?product=lamp');
    expect(addresses).toContain('/?product=Odd%3Aid%7E1.0');
    expect(addresses).not.toContain('/?product=retired');
    expect(addresses).toHaveLength(3 + 60 + 2);
  });

  test('is new with the catalogue, and 304 for who has it', async () => {
    const { headers } = await shop.call('GET', '/sitemap.xml');
    const askAgain = () =>
      shop.call('GET', '/sitemap.xml', { headers: { 'if-none-match': String(headers.etag) } });
    expect((await askAgain()).statusCode).toBe(304);
    await shop.withdraw('lamp');
    const reply = await askAgain();
    expect(reply.statusCode).toBe(200);
    expect(readSitemap(reply.body).addresses).not.toContain('/?product=lamp');
  });

  test('of a shop whose addresses fit into one file has no others', async () => {
    expect((await shop.call('GET', '/sitemap-2.xml')).statusCode).toBe(404);
    expect((await shop.call('GET', '/sitemap-0.xml')).statusCode).toBe(404);
    expect((await shop.call('GET', '/sitemap-x.xml')).statusCode).toBe(404);
  });
});

test('a shop without products has its screens', async () => {
  const empty = await openShop();
  await takeOut(empty.services, new Set(demoIds));
  expect((await get('/sitemap.xml', empty)).addresses).toEqual(['/', '/register', '/login']);
});

test('up to 50,000 addresses are one file; with more, an index leads to files of no more', async () => {
  const large = await openShop();
  const ids = Array.from({ length: 50_000 - 3 - 60 }, (_, index) => `p${index}`);
  await fillCatalogue(large.services, ids);
  expect((await get('/sitemap.xml', large)).addresses).toHaveLength(50_000);

  await large.sell({ id: 'one-more' });
  const { root, addresses: files } = await get('/sitemap.xml', large);
  expect(root).toBe('sitemapindex');
  expect(files).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
  const [first, second] = await Promise.all(files.map((file) => get(file, large)));
  expect(first?.root).toBe('urlset');
  expect(first?.addresses).toHaveLength(50_000);
  expect(second?.addresses).toEqual([productAddress('one-more')]);
  expect(first?.addresses.at(-1)).toBe(productAddress(ids.at(-1) ?? ''));

  // A whole file of products that are not on sale any more.
  await takeOut(large.services, new Set([...demoIds, ...ids]));
  expect(await get('/sitemap.xml', large)).toEqual({
    root: 'urlset',
    addresses: ['/', '/register', '/login', productAddress('one-more')],
  });
});
