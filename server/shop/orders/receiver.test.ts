import { describe, expect, test } from 'vitest';
import { retryEvents } from '../../operations/events/events.ts';
import { cleanUpEvents, GIVE_UP_AFTER_MS } from '../../platform/webhooks/clean-up.ts';
import { DAY_MS, openDeliveringShop, SECOND_MS } from './delivering.testing.ts';

const {
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
  untilFailed,
} = await openDeliveringShop();

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
