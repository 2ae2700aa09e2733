import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { type ReadyShopper, shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { balance, cart, checkout, countOrders, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
await shop.sell({ id: 'lamp', name: 'Desk Lamp', costCents: 4_999 });

beforeEach(stopPoolClock);
afterEach(() => expectLedgerBalanced(db));

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('known defects: a double click places one order', () => {
  test('without a key: the second finds the cart empty', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const replies = await times(2, () => checkout(shopper, shopper));
    const [placed, refused] = replies.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(placed?.statusCode).toBe(200);
    expect([refused?.statusCode, refused?.json().message]).toEqual([400, 'Cart is empty']);
    expect(await countOrders(shopper)).toBe(1);
    expect(await balance(shopper)).toBe(4998.95);
  });

  test('with a key, twenty times at once: twenty equal replies', async () => {
    const shopper = await readyShopper({ pen: 2, lamp: 1 });
    const replies = await times(20, () => checkout(shopper, { ...shopper, key: 'impatient' }));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    expect(replayed).toHaveLength(19);
    expect(await countOrders(shopper)).toBe(1);
  });

  test('with a key each: one order', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const replies = await times(5, (index) => checkout(shopper, { ...shopper, key: `${index}` }));
    const statuses = replies.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, 400, 400, 400, 400]);
    expect(await countOrders(shopper)).toBe(1);
  });
});

test('the last one on the shelf goes to one of several shoppers, the others are told', async () => {
  await shop.sell({ id: 'last', name: 'Last One', stock: 1 });
  const shoppers: ReadyShopper[] = [];
  for (let n = 0; n < 5; n++) shoppers.push(await readyShopper({ last: 1 }));
  const replies = await Promise.all(shoppers.map((shopper) => checkout(shopper, shopper)));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const reply of replies.filter(({ statusCode }) => statusCode !== 200)) {
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'Last One is out of stock']);
  }
});

test('shoppers who order the same products the other way round all get them', async () => {
  await shop.sell({ id: 'salt', stock: 20 });
  await shop.sell({ id: 'sugar', stock: 20 });
  const shoppers: ReadyShopper[] = [];
  for (let n = 0; n < 5; n++) {
    shoppers.push(await readyShopper({ salt: 2, sugar: 2 }));
    shoppers.push(await readyShopper({ sugar: 2, salt: 2 }));
  }
  const replies = await Promise.all(shoppers.map((shopper) => checkout(shopper, shopper)));
  for (const reply of replies) expect(reply.statusCode).toBe(200);
  const stock = db.selectFrom('products').select('stock').where('id', 'in', ['salt', 'sugar']);
  expect(await stock.execute()).toEqual([{ stock: 0 }, { stock: 0 }]);
});

test('a cart that changes while it is ordered is ordered as it was or as it is', async () => {
  const shopper = await readyShopper({ pen: 1 });
  const [change, order] = await Promise.all([
    put(shopper, 'pen', 4),
    checkout(shopper, shopper),
    put(shopper, 'lamp', 1),
  ]);
  expect([change.statusCode, order.statusCode]).toEqual([200, 200]);
  const ordered: { productId: string; qty: number }[] = order.json().lines;
  const left = await cart(shopper);
  const units = (productId: string) =>
    [...ordered, ...left].filter((line) => line.productId === productId).map(({ qty }) => qty);
  expect(units('lamp')).toEqual([1]);
  expect([[4], [1, 4]]).toContainEqual(units('pen'));
});
