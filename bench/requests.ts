/** Compares responses of the built shop with bare servers that send the same. */
import { paths } from '../contract/paths.ts';
import { compareWithBare, type Options, responseTo } from './compare.ts';
import { type Call, saturate } from './load.ts';
import { medianOf } from './search/metrics.ts';
import type { Shop } from './shop.ts';
import { checkOut, fillCarts, getCart } from './shoppers.ts';
import { type Row, rowOf } from './table.ts';

export const listPath = `${paths.products}?limit=60`;
const AT_ONCE = 32;
const ORDERS = 500;

/** Measures cached responses. */
export async function* measurePages(shop: Shop, options: Options): AsyncGenerator<Row> {
  const headers = { 'accept-encoding': 'br' };
  const list = { path: listPath, headers };
  const { etag = '' } = (await responseTo(shop, list)).headers;
  const calls: Record<string, Call> = {
    'GET /': { path: '/', headers },
    'GET /products?limit=60': list,
    'GET /products?limit=60, 304': { ...list, headers: { ...headers, 'if-none-match': etag } },
  };
  const limits = [
    ['node:http', 4],
    ['Fastify', 3],
  ] as const;
  for (const [what, call] of Object.entries(calls)) {
    yield* await compareWithBare(shop, { what, calls: async () => [call], limits }, options);
  }
}

/** Measures reads of carts with five lines, including the check of the session. */
export async function* measureCart(shop: Shop, options: Options): AsyncGenerator<Row> {
  await fillCarts(shop, { lines: 5 });
  const calls = async () => shop.shoppers.map(getCart);
  const limits = [['node:http', 12]] as const;
  yield* await compareWithBare(shop, { what: 'GET /cart, 5 lines', calls, limits }, options);
}

/** Measures orders of two lines, and what is gained by those that share a commit. */
export async function* measureOrders(shop: Shop, options: Options): AsyncGenerator<Row> {
  const orders = async () => {
    await fillCarts(shop, { lines: 2 });
    return shop.shoppers.slice(0, ORDERS).map(checkOut);
  };
  const what = 'POST /cart/checkout';
  const limits = [['node:http', 60]] as const;
  yield* await compareWithBare(shop, { what, calls: orders, isOnce: true, limits }, options);

  const ratios: number[] = [];
  for (let round = 0; round < Math.min(5, options.rounds); round++) {
    const alone = await saturate(shop, await orders(), { connections: 1 });
    const together = await saturate(shop, await orders(), { connections: AT_ONCE });
    ratios.push(together.perSecond / alone.perSecond);
  }
  const unit = 'times the rate of one by one';
  yield rowOf(`${what}, ${AT_ONCE} at once`, medianOf(ratios), ['at least', 1.2], unit);
}
