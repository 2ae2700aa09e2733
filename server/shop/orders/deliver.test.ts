import { describe, expect, test } from 'vitest';
import { fillCatalogue } from '../../testing/test-shop.ts';
import { openDeliveringShop, SECOND_MS, typesOf } from './delivering.testing.ts';

const {
  addAddress,
  change,
  checkout,
  db,
  listen,
  listenSilently,
  order,
  orders,
  outbox,
  readyShopper,
  rows,
  shop,
  start,
  untilDelivered,
  untilFailed,
} = await openDeliveringShop();

describe('events are delivered', () => {
  test('in the order of an order’s life, signed as Standard Webhooks says', async () => {
    const receiver = await listen();
    start(receiver);
    const orderId = await order();
    await change(orderId, 'ship');
    await change(orderId, 'refund', { amountCents: 5 });
    await change(orderId, 'refund');
    await untilDelivered();

    const { received } = receiver;
    expect(typesOf(received)).toEqual([
      'order.placed',
      'order.shipped',
      'order.refunded',
      'order.refunded',
    ]);
    const stored = await rows(orderId);
    expect(received.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(received.map(({ body }) => body)).toEqual(stored.map(({ payload }) => payload));
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'QKart',
      'webhook-timestamp': expect.stringMatching(/^[0-9]{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    for (const { attempts, last_error, delivered_at } of stored) {
      expect([attempts, last_error]).toEqual([1, null]);
      expect(delivered_at).toBeGreaterThan(0);
    }
  });

  test('that another process recorded, which tells nobody', async () => {
    const receiver = await listen();
    start(receiver);
    outbox.onWake(() => {});
    await order();
    await untilDelivered();
    expect(receiver.received).toHaveLength(1);
  });

  test('of an order with 500 lines', async () => {
    const receiver = await listen();
    start(receiver);
    const ids = Array.from({ length: 500 }, (_, line) => `product-${line}`);
    await fillCatalogue(shop.services, ids);
    const shopper = await readyShopper({});
    const cart = ids.map((product_id, place) => ({ product_id, qty: 3, place }));
    const lines = cart.map((line) => ({ ...line, user_id: shopper.userId }));
    await db.insertInto('cart_items').values(lines).execute();
    const addressId = await addAddress(shopper, 'Ünter den Linden '.repeat(29));
    const ordered = (await checkout(shopper, { addressId })).json().lines;
    expect(ordered).toHaveLength(500);
    await untilDelivered();
    const [received] = receiver.received;
    expect(received?.event).toMatchObject({ data: { order: { lines: ordered } } });
    expect(received?.body.length).toBeGreaterThan(30_000);
  });

  test('where the answer has a body without an end, too: the status is what counts', async () => {
    const receiver = await listen();
    receiver.answer((response) => {
      const more = (error?: Error | null) => error || response.write('x'.repeat(10_000), more);
      response.writeHead(200);
      more();
    });
    start(receiver);
    await order();
    await untilDelivered();
  });
});

describe('an order whose event is refused', () => {
  test('holds back its own later events, and nobody else’s', async () => {
    const receiver = await listen();
    const { pass } = start(receiver);
    let refused = '';
    receiver.answer((response, { orderId }) =>
      response.writeHead(orderId === refused ? 500 : 200).end(),
    );
    const other = await order();
    await untilDelivered();
    refused = await order();
    await change(refused, 'ship');
    await untilFailed(refused, 1);
    await change(other, 'ship');
    await expect.poll(() => typesOf(receiver.received, other)).toHaveLength(2);
    expect(typesOf(receiver.received, refused)).toEqual(['order.placed']);

    const held = refused;
    refused = '';
    pass(5 * SECOND_MS);
    await untilDelivered();
    expect(typesOf(receiver.received, held)).toEqual([
      'order.placed',
      'order.placed',
      'order.shipped',
    ]);
  });

  test('or not answered, does neither; eight are sent at the same time, no more', async () => {
    const { receiver, open } = await listenSilently();
    start(receiver);
    const [first = ''] = await orders(10);
    await change(first, 'ship');
    await expect.poll(() => open.length).toBe(8);
    // One ends: one other begins.
    open.shift()?.end();
    await expect.poll(() => open.length).toBe(8);
    receiver.answer(200);
    for (const response of open) response.end();
    await untilDelivered();
    expect(receiver.received).toHaveLength(11);
    expect(typesOf(receiver.received, first)).toEqual(['order.placed', 'order.shipped']);
  });
});
