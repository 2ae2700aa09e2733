import { randomUUIDv7 } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/storage/schema.ts';
import { WebhookOutbox } from '../../platform/webhooks/outbox.ts';
import { openReceiver, type Received } from '../../platform/webhooks/receiver.testing.ts';
import { claimDueEvents, readBacklog } from '../../platform/webhooks/store.ts';
import { engine } from '../../testing/test-database.ts';
import { fillCatalogue, openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { orderingIn, startDelivering } from './delivering.testing.ts';
import { ChangeRecorder } from './recorder.ts';

const outbox = new WebhookOutbox(() => randomUUIDv7());
const shop = await openTestShop({ outbox });
const { db, now } = shop.services;
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
const { change, order, rows } = orderingIn(shop, { pen: 2 });
const { addAddress, checkout, readyShopper } = shoppingIn(shop);
beforeEach(() => db.deleteFrom('events').execute());

const SECOND_MS = 1_000;
/** Another server may send an event that this one claimed after this long. */
const LEASE_MS = 60 * SECOND_MS;
/** Longer than any pause between two attempts. */
const DAY_MS = 27 * 60 * 60 * SECOND_MS;

const typesOf = (received: readonly Received[], orderId?: string) =>
  received.filter((one) => !orderId || one.orderId === orderId).map(({ event }) => event.type);

/** A receiver that answers no request: `open` holds the responses. */
async function openSilentReceiver() {
  const receiver = await openReceiver(now);
  const open: ServerResponse[] = [];
  receiver.answer((response) => open.push(response));
  return { receiver, open };
}

/** Places so many orders. */
async function orders(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await order());
  return ids;
}

async function untilDelivered(): Promise<void> {
  await expect.poll(() => readBacklog(db, now())).toMatchObject({ waiting: 0 });
}

/** Until so many attempts to deliver the order's first event have failed. */
async function untilFailed(orderId: string, attempts: number) {
  await expect.poll(async () => (await rows(orderId))[0]).toMatchObject({ attempts });
  return (await rows(orderId))[0];
}

describe('events are delivered', () => {
  test('in the order of an order’s life, signed as Standard Webhooks says', async () => {
    const receiver = await openReceiver(now);
    startDelivering(shop, outbox, receiver);
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
    const receiver = await openReceiver(now);
    startDelivering(shop, outbox, receiver);
    outbox.onWake(() => {});
    await order();
    await untilDelivered();
    expect(receiver.received).toHaveLength(1);
  });

  test('of an order with 500 lines', async () => {
    const receiver = await openReceiver(now);
    startDelivering(shop, outbox, receiver);
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
    const receiver = await openReceiver(now);
    receiver.answer((response) => {
      const more = (error?: Error | null) => error || response.write('x'.repeat(10_000), more);
      response.writeHead(200);
      more();
    });
    startDelivering(shop, outbox, receiver);
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
    ['no answer in time', () => {}, 'no answer within 0.1 seconds'],
  ])('%s', async (_, answer, reason) => {
    const receiver = await openReceiver(now);
    receiver.answer(answer);
    const { log, pass } = startDelivering(shop, outbox, { ...receiver, timeoutMs: 100 });
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
    const receiver = await openReceiver(now);
    await receiver.stop();
    const { pass } = startDelivering(shop, outbox, receiver);
    const orderId = await order();
    expect((await untilFailed(orderId, 1))?.last_error).toBe('ECONNREFUSED');
    const again = await openReceiver(now, receiver.port);
    pass(5 * SECOND_MS);
    await untilDelivered();
    expect(typesOf(again.received)).toEqual(['order.placed']);
  });

  test('until it is given up after ten attempts; later events of the order then follow', async () => {
    const receiver = await openReceiver(now);
    receiver.answer((response, { event }) =>
      response.writeHead(event.type === 'order.placed' ? 500 : 204).end(),
    );
    const { log, pass } = startDelivering(shop, outbox, receiver);
    const orderId = await order();
    await change(orderId, 'ship');
    for (let attempt = 1; attempt < 10; attempt++) {
      await untilFailed(orderId, attempt);
      pass(DAY_MS);
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
    const receiver = await openReceiver(now);
    const { pass } = startDelivering(shop, outbox, receiver);
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
    const { receiver, open } = await openSilentReceiver();
    startDelivering(shop, outbox, receiver);
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
    const { receiver, open } = await openSilentReceiver();
    await orders(20);
    const { log, pass } = startDelivering(shop, outbox, receiver);
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

  test('that asks for time gets it', async () => {
    const receiver = await openReceiver(now);
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '120' }).end());
    const { log, pass } = startDelivering(shop, outbox, receiver);
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
    const receiver = await openReceiver(now);
    receiver.answer(410);
    const first = startDelivering(shop, outbox, receiver);
    await untilFailed(await order(), 1);
    await expect.poll(() => first.log.map(({ level }) => level)).toContain('error');
    await order();
    first.pass(DAY_MS);
    await first.stop();
    expect(receiver.received).toHaveLength(1);

    receiver.answer(200);
    startDelivering(shop, outbox, receiver);
    await untilDelivered();
    expect(receiver.received).toHaveLength(3);
  });
});

describe('a server that stops', () => {
  test('lets the events that are being sent arrive', async () => {
    const { receiver, open } = await openSilentReceiver();
    const { stop } = startDelivering(shop, outbox, receiver);
    const orderId = await order();
    await expect.poll(() => open.length).toBe(1);
    const stopped = stop();
    open[0]?.end();
    await stopped;
    expect((await rows(orderId))[0]).toMatchObject({
      attempts: 1,
      delivered_at: expect.any(Number),
    });
  });

  test('but does not wait long: they are sent again', async () => {
    const receiver = await openReceiver(now);
    receiver.answer(() => {});
    const { stop } = startDelivering(shop, outbox, { ...receiver, graceMs: 50 });
    const orderId = await order();
    await expect.poll(() => receiver.received.length).toBe(1);
    await stop();
    expect((await rows(orderId))[0]).toMatchObject({ attempts: 0, delivered_at: null });

    receiver.answer(200);
    startDelivering(shop, outbox, receiver);
    await untilDelivered();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });
});

test('two servers share the outbox, and send each event once', async () => {
  const receiver = await openReceiver(now);
  const [orderId = ''] = await orders(10);
  await change(orderId, 'ship');
  startDelivering(shop, outbox, receiver);
  startDelivering(shop, outbox, receiver);
  await untilDelivered();
  expect(receiver.received).toHaveLength(11);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(11);
  expect(typesOf(receiver.received, orderId)).toEqual(['order.placed', 'order.shipped']);
});

test('an event that a dead server had claimed is sent by another one when the lease ends', async () => {
  const receiver = await openReceiver(now);
  const orderId = await order();
  const [dead] = await claimDueEvents(db, { now: now(), limit: 1, leaseEndsAt: now() + LEASE_MS });
  expect(dead?.orderId).toBe(orderId);
  const { pass } = startDelivering(shop, outbox, receiver);
  const other = await order();
  await expect.poll(() => typesOf(receiver.received)).toEqual(['order.placed']);
  expect(receiver.received[0]?.orderId).toBe(other);
  pass(LEASE_MS);
  await untilDelivered();
  expect(receiver.received[1]?.id).toBe(dead?.id);
});

test('what was accepted and cannot be noted is sent again, after a pause', async () => {
  const receiver = await openReceiver(now);
  const { log, pass } = startDelivering(shop, outbox, receiver);
  await breakUpdates();
  await order();
  await expect
    .poll(() => log.map(({ message }) => message))
    .toContain('what became of an event cannot be noted');
  await repairUpdates();
  await order();
  expect(receiver.received).toHaveLength(1);
  pass(LEASE_MS);
  await untilDelivered();
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received.filter(({ id }) => id === receiver.received[0]?.id)).toHaveLength(2);
});

async function breakUpdates(): Promise<void> {
  if (engine === 'postgres') {
    await sql`create function fail_here() returns trigger language plpgsql
      as $$ begin raise 'the disk is full'; end $$`.execute(db);
  }
  const action =
    engine === 'postgres'
      ? 'execute function fail_here()'
      : "begin select raise(abort, 'the disk is full'); end";
  const each = engine === 'postgres' ? 'for each row' : '';
  await sql
    .raw(`create trigger broken before update of attempts on events ${each} ${action}`)
    .execute(db);
}

async function repairUpdates(): Promise<void> {
  await sql.raw(`drop trigger broken${engine === 'postgres' ? ' on events' : ''}`).execute(db);
}

test('what still names a person arrives before the news that the person is erased', async () => {
  const { receiver, open } = await openSilentReceiver();
  startDelivering(shop, outbox, receiver);
  const orderId = await order();
  await expect.poll(() => open.length).toBe(1);
  const [row] = await rows(orderId);
  const erasing = (tx: Tx) =>
    new ChangeRecorder(shop.services, tx).accountErased(row?.user_id ?? '', now());
  await db.transaction().execute(erasing);
  receiver.answer(200);
  const other = await order();
  await expect.poll(() => typesOf(receiver.received, other)).toHaveLength(1);
  expect(typesOf(receiver.received)).not.toContain('account.erased');
  open[0]?.end();
  await untilDelivered();
  expect(typesOf(receiver.received).at(-1)).toBe('account.erased');
});

test('delivered events are kept for a week, those that were given up for a month, others for good', async () => {
  const DAY = 24 * 60 * 60 * SECOND_MS;
  const receiver = await openReceiver(now);
  const [delivered = '', recent = '', waiting = '', old = '', kept = ''] = await orders(5);
  const set = (orderId: string, values: Partial<Record<'created_at' | 'delivered_at', number>>) =>
    db
      .updateTable('events')
      .set({ next_attempt_at: null, ...values })
      .where('order_id', '=', orderId)
      .execute();
  await set(delivered, { delivered_at: now() - 7 * DAY - 1 });
  await set(recent, { delivered_at: now() - 6 * DAY });
  await set(old, { created_at: now() - 30 * DAY - 1 });
  await set(kept, { created_at: now() - 29 * DAY });
  startDelivering(shop, outbox, receiver);
  await expect.poll(() => rows(old)).toEqual([]);
  await untilDelivered();
  expect(await rows(delivered)).toEqual([]);
  for (const id of [recent, waiting, kept]) expect(await rows(id)).toHaveLength(1);
});
