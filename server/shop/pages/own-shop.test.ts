/** What the pages show of the shop's identity. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { builtPages } from './built.ts';

const shop = await openTestShop({ publicUrl: 'https://shop.example', pages: await builtPages() });

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
  expect(title).toBe('Nord: trending items with fast delivery');
  expect(footer).toContain('Nord is your one-stop shop');
  expect(text).toContain('fastest delivery');
});
