/** What the pages show of the shop's identity. */
import { hash } from 'node:crypto';
import { DomUtils, parseDocument } from 'htmlparser2';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { makePictures } from '../../operations/identity/pictures.ts';
import { makePhoto } from '../../operations/pictures/pictures.testing.ts';
import { picturePolicy } from '../../platform/http/security-headers.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { derivePalette, styleOf } from '../identity/palette.ts';
import { replaceIdentity } from '../identity/store.ts';
import { builtPages } from './built.ts';

const shop = await openTestShop({ publicUrl: 'https://shop.example', pages: await builtPages() });
beforeEach(() => replaceIdentity(shop.services, undefined));

const identity: ShopIdentity = {
  name: 'Birch & Bloom',
  title: 'Birch & Bloom: tools for small gardens',
  description: 'Hand tools, seeds and pots for balconies.',
  hero: { promise: 'Grow something today', text: 'Everything for a balcony of two metres.' },
  footer: 'A family shop since 1982.',
};

async function read(path: string) {
  const { statusCode, headers, body } = await shop.call('GET', path);
  const document = parseDocument(body);
  const all = (name: string) => DomUtils.getElementsByTagName(name, document);
  const description = all('meta').find(({ attribs }) => attribs.name === 'description');
  const [title = document] = all('title');
  return {
    statusCode,
    etag: headers.etag,
    body,
    title: DomUtils.textContent(title),
    description: description?.attribs.content,
    banner: all('header').map(DomUtils.innerText).join(' '),
    footer: all('footer').map(DomUtils.innerText).join(' '),
    text: all('main').map(DomUtils.innerText).join(' '),
  };
}

test('the demo has no groups, which its pages would ask for', async () => {
  expect((await read('/login')).body).not.toContain('data-groups');
});

test('a shop shows its name and its words on every page as soon as they are imported, and the demo’s after their removal', async () => {
  const before = await read('/');
  expect(before.title).toBe('QKart: trending items with fast delivery');
  await replaceIdentity(shop.services, identity);
  const own = await read('/');
  expect(own.title).toBe(identity.title);
  expect(own.description).toBe(identity.description);
  expect(own.banner).toContain('Birch & Bloom');
  expect(own.text).toContain('Grow something today');
  expect(own.text).toContain('Everything for a balcony of two metres.');
  expect(own.footer).toContain('A family shop since 1982.');
  expect(own.etag).not.toBe(before.etag);
  for (const path of [
    '/',
    '/login',
    '/register',
    '/checkout',
    '/orders',
    '/no-such',
    '/?value=x',
  ]) {
    const { title, body } = await read(path);
    expect(title).toContain('Birch & Bloom');
    expect(body).not.toMatch(/qkart/i);
  }
  expect((await read('/login')).text).toContain('LOGIN TO BIRCH & BLOOM');
  await replaceIdentity(shop.services, undefined);
  const after = await read('/');
  expect(after.body).toBe(before.body);
});

test('words that are left out name the shop', async () => {
  await replaceIdentity(shop.services, { name: 'Nord' });
  const { title, footer, text } = await read('/');
  const login = (await read('/login')).body;
  expect(login).toMatch(/<img src="\/identity\/[^"]+\.svg" alt="" width="128"/);
  expect(login).not.toMatch(/<img src="\/favicon|unsplash|\/api\/docs/i);
  expect(title).toBe('Nord: trending items with fast delivery');
  expect(footer).toContain('Nord is your one-stop shop');
  expect(text).toContain('fastest delivery');
});

/** As an import does. */
async function show(identity: ShopIdentity): Promise<void> {
  const { pictures, problems } = await makePictures(identity);
  expect(problems).toEqual([]);
  await replaceIdentity(shop.services, identity, pictures);
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><path d="M0 0h96v32z"/></svg>';
const PICTURE = await makePhoto(1500, 900);

test('colours, logo, icon and picture are served under a policy, by addresses of their content', async () => {
  const hero = { promise: 'Grow', picture: `data:image/jpeg;base64,${PICTURE.toString('base64')}` };
  await show({ name: 'Nord', accent: '#b4235a', logo: LOGO, hero });
  const { headers, body } = await shop.call('GET', '/');
  const style = styleOf(derivePalette('#b4235a'));
  expect(body).toContain(`<style>${style}</style>`);
  expect(headers['content-security-policy']).toContain(
    `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}';`,
  );
  const head = body.slice(0, body.indexOf('</head>'));
  expect(head.indexOf('<style>')).toBeGreaterThan(head.lastIndexOf('rel="stylesheet"'));
  expect(head).toContain('content="#faf6f7" media="(prefers-color-scheme: light)"');
  const [svg = '', icon = '', manifest = '', picture = ''] = [
    '<img src',
    'rel="icon"[^>]*href',
    'rel="manifest" href',
    'class="[^"]*picture[^"]*" src',
  ].map((before) => new RegExp(`${before}="(/identity/[^"]+)"`).exec(body)?.[1]);
  const logo = await shop.call('GET', svg);
  expect(logo.body).toBe(LOGO);
  expect(logo.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': picturePolicy,
    'x-content-type-options': 'nosniff',
  });
  expect((await shop.call('GET', icon)).body).toContain('>N</text>');
  expect(JSON.parse((await shop.call('GET', manifest)).body)).toMatchObject({
    name: 'Nord',
    theme_color: '#b4235a',
    icons: [{ src: icon }, { sizes: '512x512', type: 'image/png' }],
  });
  const [, preview = ''] = /og:image" content="https:\/\/shop\.example([^"]+)"/.exec(body) ?? [];
  const [, smaller = ''] = /srcSet="([^ ]+) 800w, [^ ]+ 1600w"/.exec(body) ?? [];
  for (const [path, format, width, height] of [
    [picture, 'webp', 1500, 900],
    [smaller, 'webp', 800, 480],
    [preview, 'jpeg', 1200, 720],
  ] as const) {
    const { headers, rawPayload } = await shop.call('GET', path);
    expect(headers['content-type']).toBe(`image/${format}`);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format, width, height });
  }
  for (const path of ['/identity/unknown.svg', '/identity/..%2f..%2fpackage.json']) {
    expect((await shop.call('GET', path)).statusCode).toBe(404);
  }
});

test('phones get the icon in pixels: the first letter on the accent, in a colour that can be read, or a square logo', async () => {
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#00f"/></svg>';
  for (const [accent, logo, corner, middle] of [
    ['#b4235a', undefined, [0xb4, 0x23, 0x5a], [255, 255, 255]],
    ['#ffdd00', undefined, [0xff, 0xdd, 0], [0, 0, 0]],
    ['#b4235a', square, [255, 255, 255], [0, 0, 255]],
  ] as const) {
    await show({ name: 'I', accent, ...(logo && { logo }) });
    const { body } = await shop.call('GET', '/');
    const [, path = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(body) ?? [];
    const { headers, rawPayload } = await shop.call('GET', path);
    expect(headers['content-type']).toBe('image/png');
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 180, height: 180, channels: 3 });
    const at = (x: number, y: number) => [
      ...data.subarray((y * 180 + x) * 3, (y * 180 + x) * 3 + 3),
    ];
    expect(at(2, 2)).toEqual(corner);
    expect(at(90, 90)).toEqual(middle);
    for (const usual of ['/favicon.ico', '/apple-touch-icon.png']) {
      const { statusCode, headers } = await shop.call('GET', usual);
      expect([statusCode, headers.location]).toEqual([302, path]);
    }
  }
  await replaceIdentity(shop.services, undefined);
  expect((await shop.call('GET', '/favicon.ico')).statusCode).toBe(200);
});

test('a page without an accent allows no inline style', async () => {
  await replaceIdentity(shop.services, { name: 'Nord' });
  const { headers } = await shop.call('GET', '/');
  expect(headers['content-security-policy']).toContain("style-src 'self';");
});

const seller = {
  legalName: 'Nord Ltd </script>',
  address: '1 Mill Lane\nLübeck',
  country: 'DE',
  email: 'hello@nord.example',
};

test('a legal text has its own title and canonical address; an unknown one is a 404', async () => {
  const legal = { privacy: '# Privacy & you\n\nWe keep *little*.' };
  await replaceIdentity(shop.services, { name: 'Nord', legal });
  const { statusCode, title, body, footer } = await read('/?page=privacy&utm_source=x');
  expect([statusCode, title]).toEqual([200, 'Privacy & you | Nord']);
  expect(body).toContain('<link rel="canonical" href="https://shop.example/?page=privacy"/>');
  expect(body).toContain('<p>We keep <em>little</em>.</p>');
  expect(footer).toContain('Privacy & you');
  for (const path of ['/?page=imprint', '/?page=__proto__', '/?page=%3Cscript%3E']) {
    const unknown = await read(path);
    expect([path, unknown.statusCode]).toEqual([path, 404]);
    expect(unknown.title).toBe('This page does not exist | Nord');
    expect(unknown.body).toContain('<meta name="robots" content="noindex"/>');
  }
  // The page of a product has precedence.
  expect((await read('/?page=privacy&product=none')).title).toContain('not available');
});

test('a seller is in the imprint, even without a text of one’s own, and is described to search engines', async () => {
  await replaceIdentity(shop.services, { name: 'Nord', logo: LOGO, seller });
  const imprint = await read('/?page=imprint');
  expect(imprint.statusCode).toBe(200);
  for (const text of ['Nord Ltd', '1 Mill Lane', 'Germany', 'hello@nord.example']) {
    expect(imprint.text).toContain(text);
  }
  const { body } = await read('/');
  const scripts = DomUtils.getElementsByTagName('script', parseDocument(body))
    .filter(({ attribs }) => attribs.type === 'application/ld+json')
    .map((script) => JSON.parse(DomUtils.textContent(script)));
  expect(scripts.find((data) => data['@type'] === 'Organization')).toMatchObject({
    name: 'Nord',
    legalName: 'Nord Ltd </script>',
    url: 'https://shop.example/',
    logo: expect.stringMatching(/^https:\/\/shop\.example\/identity\/.*\.svg$/),
    address: { streetAddress: '1 Mill Lane, Lübeck', addressCountry: 'DE' },
  });
});

test('nothing that a shopper, a client or a search engine reads names the demo', async () => {
  await replaceIdentity(shop.services, { name: 'Nord', seller, legal: { terms: '# Terms' } });
  const [{ _id: product }] = (await shop.call('GET', '/api/v1/products?limit=1')).json();
  const { body: page } = await shop.call('GET', '/');
  const files = [...page.matchAll(/(?:href|src)="(\/identity\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThan(2);
  for (const path of [
    ...['/', '/account', '/thanks', '/?page=imprint', '/?page=terms', '/?page=none', '/?buy=none'],
    ...[`/?product=${product}`, '/?product=none', '/?category=none', '/no-such.png', '/robots.txt'],
    ...['/sitemap.xml', '/api/openapi.json', '/api/docs', '/api/v1/none', '/identity/none.svg'],
    ...files,
  ]) {
    const { statusCode, headers, body } = await shop.call('GET', String(path));
    expect([200, 404], path).toContain(statusCode);
    expect(JSON.stringify(headers) + body, path).not.toMatch(/qkart/i);
  }
});

test('without an identity there is neither a legal text nor a seller', async () => {
  await replaceIdentity(shop.services, { name: 'Nord', seller, legal: { terms: '# Terms' } });
  await replaceIdentity(shop.services, undefined);
  expect((await read('/?page=imprint')).statusCode).toBe(404);
  expect((await read('/')).body).not.toMatch(/Organization|page=/);
});
