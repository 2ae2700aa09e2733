/** What search engines and previews read in the HTML of a product's page. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Validator from '@adobe/structured-data-validator';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { productAddress } from '../../../contract/listing.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../operations/feeds/feeds.testing.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { importPictures } from '../../operations/pictures/import.ts';
import { makePhoto } from '../../operations/pictures/pictures.testing.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { builtPages } from './built.ts';

const shop = await openTestShop({
  publicUrl: 'https://shop.example',
  pages: await builtPages(),
});
const feeds = await openTestFeeds();
const description = `A lamp & a "friend". ${'It gives light to all who sit around it. '.repeat(40)}`;
const records = [
  feedRecord('lamp', { name: 'Lamp <b>', brand: 'Lux', description, cost: 12.5, stock: null }),
  feedRecord('sold-out', { stock: 0, rating: 0 }),
  feedRecord('Odd:id~1.0', {
    category: 'Test & Try',
    image: 'https://pictures.example/odd.jpg',
    stock: 3,
  }),
  { _id: 'Ø 35 (L), plain', name: 'Oak shelf', cost: 20 },
  feedRecord('retired', { active: false }),
  feedRecord('vase-red', { name: 'Vase, red', group: 'vase', option: 'red' }),
  feedRecord('evil', { name: '</script><script>alert(1)</script>', description: '<!--<script>' }),
];
await importFile(shop.services, await feeds.write('a.jsonl', toJsonLines(records)));

interface Head {
  status: number;
  title: string | undefined;
  canonical: string | undefined;
  /** Contents by name or property. */
  meta: Record<string, string[]>;
  /** The JSON-LD of the page. */
  data: Record<string, unknown>[];
  text: string;
}

async function read(path: string): Promise<Head> {
  const { statusCode: status, body } = await shop.call('GET', path);
  const document = parseDocument(body);
  const all = (name: string) => DomUtils.getElementsByTagName(name, document);
  const meta: Record<string, string[]> = {};
  for (const { attribs } of all('meta')) {
    const name = attribs.name ?? attribs.property ?? '';
    meta[name] = [...(meta[name] ?? []), attribs.content ?? ''];
  }
  const titles = all('title').map((title) => DomUtils.textContent(title));
  expect(titles).toHaveLength(1);
  return {
    status,
    title: titles[0],
    canonical: all('link').find(({ attribs }) => attribs.rel === 'canonical')?.attribs.href,
    meta,
    data: all('script')
      .filter(({ attribs }) => attribs.type === 'application/ld+json')
      .map((script) => JSON.parse(DomUtils.textContent(script))),
    text: all('dialog').map(DomUtils.innerText).join(' '),
  };
}

/** What Google would refuse. */
async function errorsIn(data: object): Promise<string[]> {
  const { '@type': type = '' } = data as { '@type'?: string };
  const issues = await new Validator().validate({ jsonld: { [type]: [data] } });
  return issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ issueMessage }) => issueMessage);
}

test('title, description, canonical address and preview are the product’s', async () => {
  const { status, title, canonical, meta } = await read('/?value=lamp&product=lamp&utm_source=x');
  const address = 'https://shop.example/?product=lamp';
  expect([status, title, canonical]).toEqual([200, 'Lamp <b> | QKart', address]);
  const summary = meta.description?.[0] ?? '';
  expect(summary).toMatch(/^A lamp & a "friend"\. It gives light .*…$/);
  expect(summary.length).toBeLessThanOrEqual(160);
  expect(meta).toMatchObject({
    description: [summary],
    'og:title': ['Lamp <b> | QKart'],
    'og:description': [summary],
    'og:url': [address],
    'og:image': ['https://shop.example/pictures/lamp.webp'],
    'twitter:card': ['summary'],
  });
  expect(meta).not.toHaveProperty('robots');
});

test('the list itself keeps its own', async () => {
  const { title, canonical, meta, data } = await read('/');
  expect([title, canonical]).toEqual([
    'QKart: trending items with fast delivery',
    'https://shop.example/',
  ]);
  expect(meta).toMatchObject({
    'og:image': ['https://shop.example/og.png'],
    'twitter:card': ['summary_large_image'],
  });
  expect(data).toMatchObject([{ '@type': 'ItemList' }]);
  expect(await errorsIn(data[0] ?? {})).toEqual([]);
});

test('a category has a title and a canonical address of its own, whatever its order and page', async () => {
  for (const more of ['', '&sort=price', '&cursor=anything']) {
    const { title, canonical, meta } = await read(`/?category=Test+%26+Try${more}`);
    expect([title, canonical]).toEqual([
      'Test & Try | QKart',
      'https://shop.example/?category=Test+%26+Try',
    ]);
    expect(meta.description?.[0]).toContain('Test & Try');
    expect(meta).not.toHaveProperty('robots');
  }
});

test.each([
  'value=lamp',
  'minCost=5',
  'category=Test+%26+Try&maxCost=90',
  'minRating=3',
  'category=None',
])('search engines do not index /?%s', async (parameters) => {
  const { status, canonical, meta } = await read(`/?${parameters}`);
  expect([status, canonical, meta.robots]).toEqual([200, undefined, ['noindex']]);
});

test('own pictures are absolute in previews and in JSON-LD, which has all of them', async () => {
  const folder = await openTestFolder();
  for (const [name, width] of [
    ['vase-red', 80],
    ['vase-red-2', 81],
  ] as const) {
    await writeFile(join(folder, `${name}.jpg`), await makePhoto(width));
  }
  await importPictures(shop.services, folder);
  const { data, meta } = await read(productAddress('vase-red'));
  const pictures = [80, 81].map((width) =>
    expect.stringMatching(
      new RegExp(
        `^https://shop\\.example/product-pictures/[0-9a-f]{32}-${width}x60-photo/60\\.webp$`,
      ),
    ),
  );
  expect(meta['og:image']).toEqual([pictures[0]]);
  expect(data[0]?.image).toEqual(pictures);
  expect(await errorsIn(data[0] ?? {})).toEqual([]);
});

test('JSON-LD and the text of the page say what the product is, and what it costs', async () => {
  const { data, text } = await read(productAddress('lamp'));
  expect(text).toContain(description.trim());
  expect(data).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Lamp <b>',
      category: 'Tests',
      image: 'https://shop.example/pictures/lamp.webp',
      url: 'https://shop.example/?product=lamp',
      sku: 'lamp',
      description: description.trim(),
      brand: { '@type': 'Brand', name: 'Lux' },
      offers: {
        '@type': 'Offer',
        price: 12.5,
        priceCurrency: 'USD',
        url: 'https://shop.example/?product=lamp',
        availability: 'https://schema.org/InStock',
      },
      additionalProperty: {
        '@type': 'PropertyValue',
        name: 'Rating',
        value: 4.5,
        maxValue: 5,
        unitText: 'stars',
      },
    },
  ]);
});

test('a product without category and picture has a drawn picture, and no category', async () => {
  const { status, meta, data } = await read(productAddress('Ø 35 (L), plain'));
  const picture = 'https://shop.example/placeholders/OS.svg';
  expect([status, meta['og:image']]).toEqual([200, [picture]]);
  expect(data).toMatchObject([{ name: 'Oak shelf', image: picture, sku: 'Ø 35 (L), plain' }]);
  expect(data[0]).not.toHaveProperty('category');
});

test('JSON-LD is what Google demands, of every product', async () => {
  for (const id of ['lamp', 'sold-out', 'Odd:id~1.0', 'Ø 35 (L), plain', 'evil', 'vase-red']) {
    const { data } = await read(productAddress(id));
    expect(data).toHaveLength(1);
    expect(await errorsIn(data[0] ?? {})).toEqual([]);
  }
  // The validator finds errors: a rating needs the number of ratings, which the shop doesn't know.
  const { data } = await read(productAddress('lamp'));
  const aggregateRating = { '@type': 'AggregateRating', ratingValue: 4.5 };
  expect(await errorsIn({ ...data[0], aggregateRating })).not.toEqual([]);
});

test('a variant has its full name, and the group that it belongs to', async () => {
  const { data, title } = await read(productAddress('vase-red'));
  expect(title).toBe('Vase, red | QKart');
  expect(data[0]).toMatchObject({ name: 'Vase, red', inProductGroupWithID: 'vase' });
});

test('what is left empty is left out, and what is sold out is said so', async () => {
  const { data, meta, text } = await read(productAddress('sold-out'));
  expect(data[0]).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
  for (const name of ['brand', 'description', 'additionalProperty']) {
    expect(data[0]).not.toHaveProperty(name);
  }
  expect(meta.description?.[0]).toMatch(/^The sold-out for \$12\.50, /);
  expect(text).toContain('Out of stock');
});

test('a picture of another origin, and an id that URLs escape, keep their addresses', async () => {
  const { canonical, meta, data, text } = await read(productAddress('Odd:id~1.0'));
  expect(canonical).toBe('https://shop.example/?product=Odd%3Aid%7E1.0');
  expect(meta['og:image']).toEqual(['https://pictures.example/odd.jpg']);
  expect(data[0]).toMatchObject({ image: 'https://pictures.example/odd.jpg', url: canonical });
  expect(text).toContain('Only 3 left');
});

test.each(['retired', 'nothing', '<script>'])(
  'an id that is not on sale is a friendly page with status 404: %s',
  async (id) => {
    const { status, title, canonical, meta, data, text } = await read(productAddress(id));
    const expected = [404, 'This product is not available | QKart', undefined];
    expect([status, title, canonical]).toEqual(expected);
    expect(meta.robots).toEqual(['noindex']);
    expect(data).toEqual([]);
    expect(text).toContain('All products');
  },
);

test.each(['/', '/?product=lamp', '/login', '/checkout', '/thanks'])(
  'the scripts of %s are of types that HTML knows, and its element names the public origin, and that there are groups',
  async (path) => {
    const { body } = await shop.call('GET', path);
    const all = (name: string) => DomUtils.getElementsByTagName(name, parseDocument(body));
    expect(all('html')[0]?.attribs).toMatchObject({
      'data-public-origin': 'https://shop.example',
      'data-groups': '',
    });
    const types = all('script').map(({ attribs }) => attribs.type);
    expect(types).toContain('module');
    for (const type of types) expect([undefined, 'module', 'application/ld+json']).toContain(type);
  },
);
