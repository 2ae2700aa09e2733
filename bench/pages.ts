/** Compares cached responses and carts with bare servers. */
import { paths } from '../contract/paths.ts';
import { compareWithBare, type Options, responseTo } from './compare.ts';
import type { Call } from './load.ts';
import type { Shop } from './shop.ts';
import { fillCarts, getCart } from './shoppers.ts';
import type { Row } from './table.ts';

export const listPath = `${paths.products}?limit=60`;

export async function* measurePages(shop: Shop, options: Options): AsyncGenerator<Row> {
  const headers = { 'accept-encoding': 'br' };
  const list = { path: listPath, headers };
  const { etag = '' } = (await responseTo(shop, list)).headers;
  const known = { ...list, headers: { ...headers, 'if-none-match': etag } };
  const what = 'GET /products?limit=60';
  const compareCached = (what: string, call: Call) =>
    compareWithBare(
      shop,
      what,
      [call],
      [
        ['bare node:http', 0.35],
        ['bare Fastify', 0.75],
      ],
      options,
    );
  yield* await compareCached('GET /', { path: '/', headers });
  yield* await compareCached(what, list);
  yield* await compareCached(`${what}, 304`, known);
}

/** Measures reads of carts with five lines, including the check of the session. */
export async function* measureCart(shop: Shop, options: Options): AsyncGenerator<Row> {
  await fillCarts(shop, { lines: 5 });
  // The list of shoppers is not empty.
  const calls = shop.shoppers.map(getCart) as [Call, ...Call[]];
  yield* await compareWithBare(shop, 'GET /cart', calls, [['bare node:http', 0.12]], options);
}
