/** Compares cached responses and carts with a bare node:http server. */
import { paths } from '../contract/paths.ts';
import { compareWithBare, type Options, responseTo } from './compare.ts';
import { type Call, runAutocannon } from './load.ts';
import { medianOf } from './search/metrics.ts';
import type { Shop } from './shop.ts';
import { fillCarts, getCart } from './shoppers.ts';
import { type Row, rowAtMost } from './table.ts';

export async function measurePages(shop: Shop, options: Options): Promise<Row[]> {
  const headers = { 'accept-encoding': 'br' };
  const list = { path: `${paths.products}?limit=60`, headers };
  const { etag = '' } = (await responseTo(shop.server, list)).headers;
  const known = { ...list, headers: { ...headers, 'if-none-match': etag } };
  const what = 'GET /products?limit=60';
  return [
    (await compareWithBare(shop, 'GET /', [{ path: '/', headers }], 0.6, options)).row,
    (await compareWithBare(shop, what, [list], 0.6, options)).row,
    (await compareWithBare(shop, `${what}, 304`, [known], 0.6, options)).row,
  ];
}

/** Measures reads of carts with five lines, including the check of the session. */
export async function measureCart(shop: Shop, options: Options): Promise<Row[]> {
  await fillCarts(shop, { lines: 5 });
  // The list of shoppers is not empty.
  const calls = shop.shoppers.map(getCart) as [Call, ...Call[]];
  // PostgreSQL has no targets, because each request waits for the database's process.
  const [target, limitMs] = shop.engine === 'sqlite' ? [0.22, 5] : [];
  const { row, perSecond } = await compareWithBare(shop, 'GET /cart', calls, target, options);
  const overallRate = Math.round(perSecond / 2);
  const rate = { connections: 10, overallRate, seconds: 3 * options.seconds };
  const p99s: number[] = [];
  for (let round = 0; round <= Math.min(5, options.rounds); round++) {
    p99s.push((await runAutocannon(shop.server, calls, rate)).latency.p99);
  }
  // The first round only warms up.
  p99s.shift();
  const atHalf = rowAtMost('GET /cart at half of that rate, p99', medianOf(p99s), limitMs, 'ms');
  return [row, { ...atHalf, more: `median of ${p99s.join(', ')}` }];
}
