import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { retryEvents } from '../../operations/events/events.ts';
import { cleanUpEvents, GIVE_UP_AFTER_MS } from '../../platform/webhooks/clean-up.ts';
import { readBacklog } from '../../platform/webhooks/store.ts';
import { fillCatalogue } from '../../testing/test-shop.ts';
import { DAY_MS, openDeliveringShop, SECOND_MS, typesOf } from './delivering.testing.ts';

const {
  addAddress,
  change,
  checkout,
  db,
  listen,
  listenSilently,
  now,
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

describe('what the receiver does not accept is sent again, with the same id', () => {
  test.each<[string, (response: ServerResponse) => void, string | RegExp]>([
    ['500', (response) => response.writeHead(500).end('<h1>Oops</h1>'), 'status 500'],
    [
      'a redirect, which is not followed',
      (response) => response.writeHead(303, { location: '/elsewhere' }).end(),
      'status 303',
    ],
    [
      'a connection that is reset',
      (response) => response.socket?.resetAndDestroy(),
      /^(ECONNRESET|UND_ERR_SOCKET)$/,
    ],
    ['no answer in time', () => {}, 'no answer within 0.5 seconds'],
  ])('%s', async (_, answer, reason) => {
    const receiver = await listen();
    receiver.answer(answer);
    const { log, pass } = start({ ...receiver, timeoutMs: 500 });
    const orderId = await order();
    const failed = await untilFailed(orderId, 1);
    expect(failed?.last_error).toMatch(reason);
    expect(Number(failed?.next_attempt_at) - now()).toBeLessThanOrEqual(5 * SECOND_MS);
    expect(receiver.received).toHaveLength(1);

    receiver.answer(200);
    pass(5 * SECOND_MS);
    await untilDelivered();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received.every(({ path }) => path === '/webhooks')).toBe(true);
    expect((await rows(orderId))[0]).toMatchObject({ attempts: 2, last_error: null });
    expect(log.map(({ message }) => message)).toEqual(['event not delivered', 'event delivered']);
    expect(JSON.stringify(log)).not.toMatch(/Long Road|shopper-|127\.0\.0\.1/);
  });

  test('nobody listens', async () => {
    const receiver = await listen();
    await receiver.stop();
    const { pass } = start(receiver);
    const orderId = await order();
    expect((await untilFailed(orderId, 1))?.last_error).toBe('ECONNREFUSED');
    const again = await listen(receiver.port);
    pass(5 * SECOND_MS);
    await untilDelivered();
    expect(typesOf(again.received)).toEqual(['order.placed']);
  });

  test('until it is given up after ten attempts; later events of the order then follow', async () => {
    const receiver = await listen();
    receiver.answer((response, { event }) =>
      response.writeHead(event.type === 'order.placed' ? 500 : 204).end(),
    );
    const { log, pass } = start(receiver);
    const orderId = await order();
    await change(orderId, 'ship');
    for (let attempt = 1; attempt < 10; attempt++) {
      const failed = await untilFailed(orderId, attempt);
      pass(Number(failed?.next_attempt_at) - now());
    }
    await untilDelivered();
    expect(typesOf(receiver.received)).toEqual([
      ...Array(10).fill('order.placed'),
      'order.shipped',
    ]);
    expect(await rows(orderId)).toMatchObject([
      { attempts: 10, next_attempt_at: null, delivered_at: null, last_error: 'status 500' },
      { attempts: 1, delivered_at: expect.any(Number) },
    ]);
    expect(await readBacklog(db, now())).toEqual({ waiting: 0, oldestAgeMs: 0, givenUp: 1 });
    expect(log.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'event given up', details: { attempts: 10, reason: 'status 500' } },
    ]);
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

describe('a receiver', () => {
  test('that is down altogether is not stormed: a few attempts, then one after each pause', async () => {
    const { receiver, open } = await listenSilently();
    await orders(20);
    const { log, pass } = start(receiver);
    const pauses = () =>
      log.flatMap(({ details: { pauseMs } }) => (typeof pauseMs === 'number' ? pauseMs : []));
    const failures = () => log.filter(({ message }) => message === 'event not delivered').length;
    // Eight at the same time, and one more after each of the first four failures; the fifth is the last.
    const first = 12;
    for (let sent = 8; sent <= first; sent++) {
      await expect.poll(() => receiver.received.length).toBe(sent);
      open.shift()?.writeHead(503).end();
    }
    await expect.poll(pauses).toEqual([5 * SECOND_MS]);
    receiver.answer(503);
    for (const response of open) response.writeHead(503).end();
    await expect.poll(failures).toBe(first);
    for (const [index, seconds] of [5, 10, 20].entries()) {
      expect(pauses()[index]).toBe(seconds * SECOND_MS);
      pass(seconds * SECOND_MS);
      await expect.poll(failures).toBe(first + index + 1);
      expect(receiver.received).toHaveLength(first + index + 1);
    }

    receiver.answer(200);
    pass(DAY_MS);
    await untilDelivered();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20);
  });

  test('that is down for three days costs the events that waited so long, not what is retried', async () => {
    const { open } = await listenSilently();
    const [tried = '', never = '', retried = ''] = await orders(3);
    expect(open).toEqual([]);
    await db
      .updateTable('events')
      .set({ last_error: 'status 500' })
      .where('order_id', '=', tried)
      .execute();
    shop.pass(GIVE_UP_AFTER_MS);
    const [again] = await rows(retried);
    await retryEvents(db, [again?.id ?? ''], now());
    const recent = await order();
    // As servers of the last release record it.
    await db
      .updateTable('events')
      .set({ waiting_since: 0 })
      .where('order_id', '=', recent)
      .execute();
    expect(await cleanUpEvents(db, now())).toBe(2);
    const givenUp = { next_attempt_at: null, delivered_at: null };
    expect(await rows(tried)).toMatchObject([{ ...givenUp, last_error: 'status 500' }]);
    const reason = 'not sent within three days';
    expect(await rows(never)).toMatchObject([{ ...givenUp, last_error: reason }]);
    for (const id of [retried, recent]) {
      expect(await rows(id)).toMatchObject([{ next_attempt_at: expect.any(Number) }]);
    }
  });

  test('that asks for time gets it', async () => {
    const receiver = await listen();
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '120' }).end());
    const { log, pass } = start(receiver);
    const failed = await untilFailed(await order(), 1);
    expect(Number(failed?.next_attempt_at) - now()).toBeGreaterThan(100 * SECOND_MS);
    expect(log).toContainEqual(
      expect.objectContaining({ details: { pauseMs: 120 * SECOND_MS }, level: 'warn' }),
    );
    receiver.answer(200);
    await order();
    pass(121 * SECOND_MS);
    await untilDelivered();
    expect(receiver.received).toHaveLength(3);
  });

  test('that is gone (410) gets nothing more until the shop restarts, and nothing is lost', async () => {
    const receiver = await listen();
    receiver.answer(410);
    const first = start(receiver);
    await untilFailed(await order(), 1);
    await expect.poll(() => first.log.map(({ level }) => level)).toContain('error');
    await order();
    first.pass(DAY_MS);
    await first.stop();
    expect(receiver.received).toHaveLength(1);

    receiver.answer(200);
    start(receiver);
    await untilDelivered();
    expect(receiver.received).toHaveLength(3);
  });
});
