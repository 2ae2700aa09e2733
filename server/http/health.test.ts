import { expect, test } from 'vitest';
import * as messages from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { openTestShop } from '../test-shop.ts';

const shop = await openTestShop();
const closed = await openTestShop();
const damaged = await openTestShop();

test.each(['/healthz', '/readyz'])('%s answers 200 while all is well', async (path) => {
  const reply = await shop.call('GET', path);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: 'ok' });
});

test('a server without its database is alive, but not ready: 503 with Retry-After', async () => {
  await closed.services.db.destroy();
  expect((await closed.call('GET', '/healthz')).statusCode).toBe(200);
  const reply = await closed.call('GET', '/readyz');
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(reply.json()).toEqual({ success: false, message: messages.overloaded });
});

test("decisions, ours: 500 'Something went wrong on our side.', and nothing of the cause", async () => {
  const as = await damaged.shopper();
  await damaged.services.db.schema.dropTable('cart_items').execute();
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'POST' ? { productId: 'any', qty: 0 } : undefined;
    const reply = await damaged.call(method, paths.cart, { as, body });
    expect(reply.statusCode).toBe(500);
    expect(reply.body).toBe(
      JSON.stringify({ success: false, message: 'Something went wrong on our side.' }),
    );
    expect(JSON.stringify(reply.headers)).not.toContain('cart_items');
  }
  expect((await damaged.call('GET', paths.wallet, { as })).statusCode).toBe(200);
});
