import { beforeEach, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths, productPath, productsByIdsPath, searchPath } from '../../../contract/paths.ts';
import { openTestFeeds, toJsonLines } from '../../operations/feeds/feeds.testing.ts';
import { updateFile } from '../../operations/feeds/import.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { changeProducts } from './product-changes.ts';
import { openSellingShop } from './selling.testing.ts';
import { findProductRows } from './store.ts';

const shop = await openSellingShop();
const { cart, checkout, put, readyShopper } = shoppingIn(shop);
const feeds = await openTestFeeds();
const productId = 'teal-garden-trowel';

async function setActive(active: boolean): Promise<void> {
  const file = await feeds.write('a.jsonl', toJsonLines([{ _id: productId, active }]));
  await updateFile(shop.services, file);
}

beforeEach(() => setActive(true));

test('what is not active is nowhere for shoppers, until it is again', async () => {
  const lists = [
    paths.products,
    `${paths.products}?limit=100`,
    productsByIdsPath([productId, 'midnight-road-bicycle']),
    searchPath('teal garden trowel'),
    // Other products have this word, too, so the search still finds something.
    searchPath('garden'),
    searchPath(''),
  ];
  for (const url of lists) expect(await shop.idsAt(url), url).toContain(productId);

  await setActive(false);
  for (const url of lists) expect(await shop.idsAt(url), url).not.toContain(productId);
  expect(await shop.idsAt(productsByIdsPath([productId, 'midnight-road-bicycle']))).toHaveLength(1);
  expectRefused(await shop.call('GET', productPath(productId)), 404, messages.productMissing);

  await setActive(true);
  for (const url of lists) expect(await shop.idsAt(url), url).toContain(productId);
  expect((await shop.call('GET', productPath(productId))).statusCode).toBe(200);
});

test('it can’t be put into a cart but taken out, and a cart that has it can’t be ordered until it is back', async () => {
  const shopper = await readyShopper({ [productId]: 2 });
  const other = await readyShopper({ [productId]: 2 });
  const line = { productId, qty: 2 };

  await setActive(false);
  expectRefused(await put(shopper, productId, 3), 404, messages.productMissing);
  expect(await cart(shopper)).toEqual([line]);
  expectRefused(await checkout(shopper, shopper), 409, messages.cartProductGone);
  expect((await put(other, productId, 0)).json()).toEqual([]);

  await setActive(true);
  expect((await checkout(shopper, shopper)).json().lines).toMatchObject([line]);
});

test('a change that names no field changes nothing but the time', async () => {
  await shop.sell({ id: 'unchanged', costCents: 700, stock: 3 });
  const [before] = await findProductRows(shop.services.db, ['unchanged']);
  const change = { row: before as ProductRow, fields: {} };
  await shop.services.db
    .transaction()
    .execute((tx) => changeProducts(tx, [change], { reason: 'update', at: shop.services.now() }));
  const [after] = await findProductRows(shop.services.db, ['unchanged']);
  expect(after).toEqual({ ...before, updated_at: after?.updated_at });
});
