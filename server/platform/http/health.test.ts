import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { healthRoutes } from './health.ts';
import { expectRefused } from './refused.testing.ts';

const shop = await openTestShop();
const closed = await openTestShop();
const damaged = await openTestShop();

test('/healthz answers 200 at once, /readyz once the search index is built', async () => {
  const health = await shop.call('GET', '/healthz');
  expect([health.statusCode, health.json()]).toEqual([200, { status: 'ok' }]);
  const early = await shop.call('GET', '/readyz');
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '5']);
  const ready = async () => (await shop.call('GET', '/readyz')).statusCode;
  await expect.poll(ready).toBe(200);
});

test('a server without its database is alive, but not ready: 503 with Retry-After', async () => {
  await closed.services.db.destroy();
  expect((await closed.call('GET', '/healthz')).statusCode).toBe(200);
  const reply = await closed.call('GET', '/readyz');
  expectRefused(reply, 503, messages.overloaded);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});

test('however many ask at the same time, the database is asked once; later, once more', async () => {
  const asked: PromiseWithResolvers<void>[] = [];
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(healthRoutes, {
    checkDatabase: () => {
      const answer = Promise.withResolvers<void>();
      asked.push(answer);
      return answer.promise;
    },
    ready: async () => {},
  });
  for (const time of [1, 2]) {
    const replies = Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')));
    await expect.poll(() => asked).toHaveLength(time);
    // All others have arrived by then.
    await app.inject('/healthz');
    asked.at(-1)?.resolve();
    expect((await replies).every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
  expect(asked).toHaveLength(2);
});

test("R8.2: 500 'Something went wrong on our side.', and nothing of the cause", async () => {
  const as = await damaged.shopper();
  await damaged.services.db.schema.dropTable('cart_items').execute();
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'POST' ? { productId: 'any', qty: 0 } : undefined;
    const reply = await damaged.call(method, paths.cart, { as, body });
    expectRefused(reply, 500, 'Something went wrong on our side.');
    expect(JSON.stringify(reply.headers)).not.toContain('cart_items');
  }
  expect((await damaged.call('GET', paths.wallet, { as })).statusCode).toBe(200);
});
