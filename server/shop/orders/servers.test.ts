/** Events whose server stops or dies, several servers, and how long events are kept. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/storage/schema.ts';
import { cleanUpEvents } from '../../platform/webhooks/clean-up.ts';
import { claimDueEvents } from '../../platform/webhooks/store.ts';
import { engine } from '../../testing/test-database.ts';
import { recordErasure } from '../personal-data/erase-events.ts';
import { ChangeRecorder } from '../session/with-shopper.ts';
import { LEASE_MS, openDeliveringShop, SECOND_MS, typesOf } from './delivering.testing.ts';

const {
  change,
  db,
  listen,
  listenSilently,
  now,
  order,
  orders,
  rows,
  shop,
  start,
  untilDelivered,
} = await openDeliveringShop();

describe('a server that stops', () => {
  test('lets the events that are being sent arrive', async () => {
    const { receiver, open } = await listenSilently();
    const { stop } = start(receiver);
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
    const receiver = await listen();
    receiver.answer(() => {});
    const { stop } = start({ ...receiver, graceMs: 50 });
    const orderId = await order();
    await expect.poll(() => receiver.received.length).toBe(1);
    await stop();
    expect((await rows(orderId))[0]).toMatchObject({ attempts: 0, delivered_at: null });

    receiver.answer(200);
    start(receiver);
    await untilDelivered();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });
});

test('two servers share the outbox, and send each event once', async () => {
  const receiver = await listen();
  const [orderId = ''] = await orders(10);
  await change(orderId, 'ship');
  start(receiver);
  start(receiver);
  await untilDelivered();
  expect(receiver.received).toHaveLength(11);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(11);
  expect(typesOf(receiver.received, orderId)).toEqual(['order.placed', 'order.shipped']);
});

test('an event that a dead server had claimed is sent by another one when the lease ends', async () => {
  const receiver = await listen();
  const orderId = await order();
  const [dead] = await claimDueEvents(db, { now: now(), limit: 1, leaseEndsAt: now() + LEASE_MS });
  expect(dead?.orderId).toBe(orderId);
  const { pass } = start(receiver);
  const other = await order();
  await expect.poll(() => typesOf(receiver.received)).toEqual(['order.placed']);
  expect(receiver.received[0]?.orderId).toBe(other);
  pass(LEASE_MS);
  await untilDelivered();
  expect(receiver.received[1]?.id).toBe(dead?.id);
});

test('what was accepted and cannot be noted is sent again, after a pause', async () => {
  const receiver = await listen();
  const { log, pass } = start(receiver);
  await breakUpdates();
  await order();
  await expect
    .poll(() => log.map(({ message }) => message))
    .toContain('cannot save the outcome of a delivery');
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
  const { receiver, open } = await listenSilently();
  start(receiver);
  const orderId = await order();
  await expect.poll(() => open.length).toBe(1);
  const [row] = await rows(orderId);
  const erasing = (tx: Tx) =>
    recordErasure(new ChangeRecorder(shop.services, tx), row?.user_id ?? '', now());
  await db.transaction().execute(erasing);
  receiver.answer(200);
  const other = await order();
  await expect.poll(() => typesOf(receiver.received, other)).toHaveLength(1);
  expect(typesOf(receiver.received)).not.toContain('account.erased');
  open[0]?.end();
  await untilDelivered();
  expect(typesOf(receiver.received).at(-1)).toBe('account.erased');
});

test('delivered events are kept for a week, those that were given up for a month', async () => {
  const DAY = 24 * 60 * 60 * SECOND_MS;
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
  await cleanUpEvents(db, now());
  for (const id of [old, delivered]) expect(await rows(id)).toEqual([]);
  for (const id of [recent, waiting, kept]) expect(await rows(id)).toHaveLength(1);
});
