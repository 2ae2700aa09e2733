import { expect, test } from 'vitest';
import { composeRequest, sendBytes } from '../../platform/http/raw.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { stubPages } from './stub-pages.testing.ts';

/** A page that shows nothing but the address that it was rendered for. */
const shop = await openTestShop({
  pages: stubPages({
    render: async (address) => ({ status: 200, html: address, scriptHashes: [] }),
  }),
});
const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));

const ask = (address: string) => sendBytes(port, composeRequest(`GET ${address}`));

test.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login///', '/login'],
  ['//', '/'],
  ['/?utm_source=mail', '/'],
  ['/?sort=price&value=tea%20pot&utm_source=mail', '/?value=tea+pot&sort=price'],
  ['/?value=a&value=b', '/?value=a'],
  ['/?product=lamp&category=Home', '/?category=Home&product=lamp'],
  ['/?product=', '/'],
  ['/login?product=lamp', '/login'],
  ['/?__proto__[x]=1&constructor=2', '/'],
  ['/login/other', '/not-found'],
  ['/__proto__', '/not-found'],
  ['/\\[', '/not-found'],
  ['/\\a:999999', '/not-found'],
])('the address %s is the page %s', async (address, page) => {
  expect(await ask(address)).toMatchObject({ status: 200, body: page });
});

test('an address of nothing but slashes takes no time', async () => {
  const times: number[] = [];
  for (let time = 0; time < 3; time++) {
    // CPU time, because other programs of the machine may interrupt the request.
    const before = process.threadCpuUsage();
    // A new address each time: a cached response takes no time.
    const { body } = await ask(`/${time}${'/'.repeat(15_000)}b`);
    expect(body).toBe('/not-found');
    times.push(process.threadCpuUsage(before).user / 1_000);
  }
  // The fastest: the first one compiles code. It was two seconds.
  expect(Math.min(...times)).toBeLessThan(100);
});
