import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readBacklog } from '../../platform/webhooks/store.ts';
import { openDeliveringShop, SECOND_MS, typesOf } from './delivering.testing.ts';

const { change, db, listen, now, order, rows, start, untilDelivered, untilFailed } =
  await openDeliveringShop();

describe('what the receiver does not accept is sent again, with the same id', () => {
  test.each<[string, (response: ServerResponse) => void, string | RegExp, timeoutMs?: number]>([
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
    ['no answer in time', () => {}, 'no answer within 2 seconds', 2_000],
  ])('%s', async (_, answer, reason, timeoutMs) => {
    const receiver = await listen();
    receiver.answer(answer);
    const first = start({ ...receiver, ...(timeoutMs && { timeoutMs }) });
    const orderId = await order();
    const failed = await untilFailed(orderId, 1);
    expect(failed?.last_error).toMatch(reason);
    expect(Number(failed?.next_attempt_at) - now()).toBeLessThanOrEqual(5 * SECOND_MS);
    expect(receiver.received).toHaveLength(1);

    // The answer that is accepted has more time, because a machine may pause.
    await first.stop();
    receiver.answer(200);
    const second = start(receiver);
    second.pass(5 * SECOND_MS);
    await untilDelivered();
    await second.stop();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received.every(({ path }) => path === '/webhooks')).toBe(true);
    expect((await rows(orderId))[0]).toMatchObject({ attempts: 2, last_error: null });
    const log = [...first.log, ...second.log];
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
    const { log, pass, stop } = start(receiver);
    const orderId = await order();
    await change(orderId, 'ship');
    for (let attempt = 1; attempt < 10; attempt++) {
      const failed = await untilFailed(orderId, attempt);
      pass(Number(failed?.next_attempt_at) - now());
    }
    await untilDelivered();
    // The last delivery is logged before `stop` resolves.
    await stop();
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
