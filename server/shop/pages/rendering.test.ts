import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

// On a slow machine, work would be refused because it has waited too long.
beforeEach(async () => {
  rendered.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  await shop.untilReady();
  await renderUntil(shop.call('GET', '/login'));
});
afterEach(() => void vi.useRealTimers());

/** Lets the renderings go on until all of these requests are answered. */
async function renderUntil<T>(replies: Promise<T>): Promise<T> {
  let isDone = false;
  const done = replies.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    waiting.shift()?.();
    await new Promise(setImmediate);
  }
  return done;
}

const floodOf = (count: number, parameter: string) =>
  Array.from({ length: count }, (_, cost) =>
    shop.call('GET', `/?${parameter}=${cost}`, { from: '192.0.2.1' }),
  );

/** Resolves once all requests before have arrived: a cached page is answered after them. */
const arrived = () => shop.call('GET', '/login');

test('a client that asks for ever new pages takes neither the turn of others nor their carts', async () => {
  const as = await shop.shopper();
  const flood = floodOf(80, 'minCost');
  await arrived();
  const other = shop.call('GET', '/?value=lamp', { from: '192.0.2.2' });
  expect((await shop.call('GET', paths.cart, { as })).statusCode).toBe(200);

  const all = await renderUntil(Promise.all([...flood, other]));
  // Two were being rendered and sixty waited when the other network asked.
  expect(rendered.indexOf('/?value=lamp')).toBeLessThan(8);
  expect(all.at(-1)?.statusCode).toBe(200);
  const shed = all.filter(({ statusCode }) => statusCode === 503);
  // The queue has no room for the others.
  expect(shed.length).toBeGreaterThanOrEqual(18);
  for (const { headers } of shed) expect(headers['retry-after']).toBe('1');
});

test('who waits for a page with a client that loses its turn gets the page all the same', async () => {
  const flood = floodOf(61, 'maxCost');
  await arrived();
  const last = shop.call('GET', '/?value=desk', { from: '192.0.2.1' });
  await arrived();
  const other = shop.call('GET', '/?value=desk', { from: '192.0.2.2' });
  await arrived();
  // The queue is full, so this one takes the place of the last one.
  const third = shop.call('GET', '/?value=chair', { from: '192.0.2.3' });
  const replies = await renderUntil(Promise.all([last, other, third, ...flood]));
  expect(replies.slice(0, 3).map(({ statusCode }) => statusCode)).toEqual([503, 200, 200]);
});

test('a page is rendered once, but one of a very long address each time, because it is not kept', async () => {
  for (const [address, times] of [
    ['/?value=pen', 1],
    [`/?value=${'x'.repeat(3_000)}`, 2],
  ] as const) {
    for (const encoding of ['gzip', 'br']) {
      const headers = { 'accept-encoding': encoding };
      const { statusCode } = await renderUntil(shop.call('GET', address, { headers }));
      expect(statusCode).toBe(200);
    }
    expect(rendered.filter((other) => other === address)).toHaveLength(times);
  }
});
