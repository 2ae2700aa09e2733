import { expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import type { RenderedPage } from './renderer.ts';
import { stubPages } from './stub-pages.testing.ts';

const page: RenderedPage = { status: 200, html: '<p>A page</p>', scriptHashes: [] };
const waiting: (() => void)[] = [];
const rendered: string[] = [];
const shop = await openTestShop({
  pages: stubPages({
    async render(address) {
      rendered.push(address);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return page;
    },
  }),
});

test('a client that asks for ever new pages takes neither the turn of others nor their carts', async () => {
  await shop.untilReady();
  const as = await shop.shopper();
  const flood = Array.from({ length: 80 }, (_, cost) =>
    shop.call('GET', `/?minCost=${cost}`, { from: '192.0.2.1' }),
  );
  await vi.waitUntil(() => waiting.length === 2);
  const other = shop.call('GET', '/?value=lamp', { from: '192.0.2.2' });
  expect((await shop.call('GET', paths.cart, { as })).statusCode).toBe(200);

  let isDone = false;
  const replies = Promise.all([...flood, other]).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    waiting.shift()?.();
    await new Promise(setImmediate);
  }
  const all = await replies;
  // Two were being rendered and sixty waited when the other network asked.
  expect(rendered.indexOf('/?value=lamp')).toBeLessThan(8);
  expect(all.at(-1)?.statusCode).toBe(200);
  const shed = all.filter(({ statusCode }) => statusCode === 503);
  // The queue has no room for the others.
  expect(shed.length).toBeGreaterThanOrEqual(18);
  for (const { headers } of shed) expect(headers['retry-after']).toBe('1');
});
