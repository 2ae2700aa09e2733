/** The short numbers of orders, and finding an order by one (R10.3). */
import { expect, test } from 'vitest';
import { cancelOrderPath, orderPath } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { numberOf, readNumber } from '../codes.ts';
import { withAccount } from '../session/with-shopper.ts';
import { placeOrder, withUnusedNumber } from './checkout.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { services } = shop;
const { readyShopper, checkout } = shoppingIn(shop);
await shop.sell({ id: 'pen', costCents: 105 });

/** Two ids whose numbers are the same. */
const clashing = ['00000000-0000-7000-8000-00000000d515', '00000000-0000-7000-8000-000000090732'];

async function order(number?: string) {
  const shopper = await readyShopper({ pen: 1 });
  const { orderId } = (await checkout(shopper, shopper)).json();
  if (number !== undefined) await renumber(orderId, number);
  return { shopper, orderId };
}

function renumber(id: string, number: string) {
  return services.db.updateTable('orders').set({ number }).where('id', '=', id).execute();
}

test('a number has eight characters without look-alikes, and depends on the id alone', () => {
  const numbers = Array.from({ length: 2_000 }, () => numberOf(services.newId()));
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(numbers.join('')).size).toBe(32);
  expect(numberOf(clashing[0] ?? '')).toBe(numberOf(clashing[1] ?? ''));
});

test.each([
  ['20EB-50A9', '20EB50A9'],
  ['20eb 50a9', '20EB50A9'],
  ['2oeb', '20EB'],
  ['il0O', '1100'],
  ['20E', undefined],
  ['20EB-50A9-1', undefined],
  ['20EU', undefined],
  ['%%%%', undefined],
  ['____', undefined],
])('%s is read as %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

test('GET /orders/{id} takes the number, its start or end; ambiguous ones name only the shopper’s own', async () => {
  const { shopper, orderId } = await order('AAAA1111');
  const stranger = await order('AAAA2222');
  const read = (name: string, as = shopper) => shop.call('GET', orderPath(name), { as });
  for (const name of [orderId, 'AAAA-1111', 'aaaa1111', 'aaaa', '1111', 'A-1111']) {
    const reply = await read(name);
    expect([reply.statusCode, reply.json().id], name).toEqual([200, orderId]);
  }
  for (const name of ['AAAA-2222', '2222', stranger.orderId, 'AAA', '%111', 'AAAA-111U']) {
    expect((await read(name)).statusCode, name).toBe(404);
  }
  const own = await readyShopper({ pen: 1 });
  await checkout(own, own);
  await shop.call('POST', '/api/v1/cart', { as: own, body: { productId: 'pen', qty: 1 } });
  await checkout(own, own);
  const orders = (await shop.call('GET', '/api/v1/orders', { as: own })).json();
  await renumber(orders[0].id, 'AAAA3333');
  await renumber(orders[1].id, 'BBBBAAAA');
  const reply = await read('aaaa', own);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().message).toBe('Several orders begin or end like this: AAAA-3333, BBBB-AAAA');
});

test('a shopper cancels an order by its number or a part of it, and nobody else’s', async () => {
  const { shopper, orderId } = await order('CCCC4444');
  const stranger = await order('DDDD5555');
  const cancel = (name: string) => shop.call('POST', cancelOrderPath(name), { as: shopper });
  for (const name of ['DDDD-5555', '5555', stranger.orderId, 'CCC', 'nothing']) {
    expect((await cancel(name)).statusCode, name).toBe(404);
  }
  for (const [name, isRepeated] of [
    ['4444', undefined],
    ['cccc-4444', 'true'],
  ] as const) {
    const { json, headers } = await cancel(name);
    expect([json().id, json().status], name).toEqual([orderId, 'cancelled']);
    expect(headers['idempotency-replayed']).toBe(isRepeated);
  }
});

test('a clash of numbers makes another id, and one order', async () => {
  const ids = [...clashing];
  const place = async () => {
    const { userId, addressId } = await readyShopper({ pen: 1 });
    return withUnusedNumber(() =>
      withAccount(services, userId, (tx, recorder) =>
        placeOrder(
          tx,
          {
            ...{ userId, addressId, idempotencyKey: undefined, expectedTotal: undefined },
            onlyIfPlaced: false,
          },
          {
            ...{ now: services.now(), transactionId: services.newId(), recorder },
            orderId: ids.shift() ?? services.newId(),
          },
        ),
      ),
    );
  };
  const first = await place();
  const second = await place();
  expect(first.order.id).toBe(clashing[0]);
  expect(clashing).not.toContain(second.order.id);
  const orders = services.db.selectFrom('orders').select('id');
  const found = await orders.where('user_id', '=', second.order.user_id).execute();
  expect(found).toEqual([{ id: second.order.id }]);
});
