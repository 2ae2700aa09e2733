import { beforeEach, expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import * as messages from '../../../contract/messages.ts';
import { paths, productPath, productsByIdsPath, searchPath } from '../../../contract/paths.ts';
import { updateFile } from '../../operations/feeds/import.ts';
import { openTestFeeds, toJsonLines } from '../../operations/feeds/test-feeds.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { changeProducts, findProductRows } from './store.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();
const productId = 'tin-toy-rocket';

async function setActive(active: boolean): Promise<void> {
  const file = await feeds.write('a.jsonl', toJsonLines([{ _id: productId, active }]));
  await updateFile(shop.services, file);
}

async function idsAt(url: string): Promise<string[]> {
  const products: Product[] = (await shop.call('GET', url)).json();
  return products.map(({ _id }) => _id);
}

beforeEach(() => setActive(true));

test('what is not active is nowhere for shoppers, until it is again', async () => {
  const lists = [
    paths.products,
    `${paths.products}?limit=100`,
    productsByIdsPath([productId, 'midnight-smartphone']),
    searchPath('tin toy rocket'),
    // Others have this word, too, so the search goes on finding something.
    searchPath('toys'),
    searchPath(''),
  ];
  for (const url of lists) expect(await idsAt(url), url).toContain(productId);

  await setActive(false);
  for (const url of lists) expect(await idsAt(url), url).not.toContain(productId);
  expect(await idsAt(productsByIdsPath([productId, 'midnight-smartphone']))).toHaveLength(1);
  const reply = await shop.call('GET', productPath(productId));
  expect([reply.statusCode, reply.json().message]).toEqual([404, messages.productMissing]);

  await setActive(true);
  for (const url of lists) expect(await idsAt(url), url).toContain(productId);
  expect((await shop.call('GET', productPath(productId))).statusCode).toBe(200);
});

test('it can’t be put into a cart, and a cart that has it can’t be ordered until it is back', async () => {
  const shopper = await shop.shopper();
  const added = await shop.call('POST', paths.addresses, {
    as: shopper,
    body: { address: '1 Main Street' },
  });
  const line = { productId, qty: 2 };
  await shop.call('POST', paths.cart, { as: shopper, body: line });
  const order = { as: shopper, body: { addressId: added.json()[0]._id } };

  await setActive(false);
  const put = await shop.call('POST', paths.cart, { as: shopper, body: { productId, qty: 3 } });
  expect([put.statusCode, put.json().message]).toEqual([404, messages.productMissing]);
  expect((await shop.call('GET', paths.cart, { as: shopper })).json()).toEqual([line]);
  const refused = await shop.call('POST', paths.checkout, order);
  expect([refused.statusCode, refused.json().message]).toEqual([409, messages.cartProductGone]);

  await setActive(true);
  const placed = await shop.call('POST', paths.checkout, order);
  expect([placed.statusCode, placed.json().lines]).toMatchObject([200, [line]]);
});

test('it can be taken out of a cart', async () => {
  const shopper = await shop.shopper();
  await shop.call('POST', paths.cart, { as: shopper, body: { productId, qty: 2 } });
  await setActive(false);
  const reply = await shop.call('POST', paths.cart, { as: shopper, body: { productId, qty: 0 } });
  expect([reply.statusCode, reply.json()]).toEqual([200, []]);
});

test('a change that names no field changes nothing but the time', async () => {
  await shop.sell({ id: 'unchanged', costCents: 700, stock: 3 });
  const [before] = await findProductRows(shop.services.db, ['unchanged']);
  const position = before?.position ?? 0;
  await shop.services.db
    .transaction()
    .execute((tx) => changeProducts(tx, [{ position }], shop.services.now()));
  const [after] = await findProductRows(shop.services.db, ['unchanged']);
  expect(after).toEqual({ ...before, updated_at: after?.updated_at });
});
