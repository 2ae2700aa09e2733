/** Answers that the shop only has to send, beside a bare server that sends the same bytes. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { paths } from '../../contract/paths.ts';
import type { BareAnswer } from './bare-server.ts';
import { type Compared, compare } from './compare.ts';
import { type Call, inTurn, keepUp, type Latency, saturate } from './load.ts';
import { type Database, fillCarts, type Shop, startBareServer, stop } from './stage.ts';

const CONNECTIONS = 32;
const ROUND_SECONDS = 2;
const LATENCY_SECONDS = 10;
const CART_LINES = 5;

interface CartFigures {
  compared: Compared;
  /** Where the shop is asked half as often as it could answer. */
  atHalf: Latency;
}

export async function measurePages(shop: Shop): Promise<Compared[]> {
  const brotli = { 'accept-encoding': 'br' };
  const { headers } = await answerOf(shop.port, { path: paths.products, headers: brotli });
  const known = { ...brotli, 'if-none-match': headers.etag ?? '' };
  return [
    await againstBare(shop, { what: 'GET /', target: 0.75, call: { path: '/', headers: brotli } }),
    await againstBare(shop, {
      what: 'GET /products',
      target: 0.75,
      call: { path: paths.products, headers: brotli },
    }),
    await againstBare(shop, {
      what: 'GET /products, unchanged',
      target: 0.75,
      call: { path: paths.products, headers: known },
    }),
  ];
}

/** A shopper's cart of five lines, whose token is checked. */
export async function measureCart(shop: Shop, database: Database): Promise<CartFigures> {
  await fillCarts(database, CART_LINES);
  const call = inTurn(
    database.accounts.map(({ token }): Call => {
      return { path: paths.cart, headers: { authorization: `Bearer ${token}` } };
    }),
  );
  const compared = await againstBare(shop, { what: 'GET /cart, 5 lines', target: 0.35, call });
  const target = { server: shop, call, statuses: [200] };
  const atHalf = await keepUp(target, compared.perSecond / 2, LATENCY_SECONDS);
  return { compared, atHalf };
}

interface Asked {
  what: string;
  target: number;
  call: Call | (() => Call);
}

async function againstBare(shop: Shop, { what, target, call }: Asked): Promise<Compared> {
  const answer = await answerOf(shop.port, typeof call === 'function' ? call() : call);
  const bare = await startBareServer(answer);
  const measure = (server: Shop) =>
    saturate({ server, call, statuses: [answer.status] }, CONNECTIONS, { seconds: ROUND_SECONDS });
  try {
    return await compare({
      what,
      target,
      reference: 'bare node:http',
      shop: () => measure(shop),
      bare: () => measure(bare),
    });
  } finally {
    await stop(bare);
  }
}

/** The bytes as they are sent, and of the headers those that say what they are. */
function answerOf(port: number, { path, headers }: Call): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...(headers && { headers }) });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const kept = ['content-type', 'content-encoding', 'etag'].flatMap((name) => {
        const value = response.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      buffer(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(kept),
            body: body.toString('base64'),
          }),
        reject,
      );
    });
    sent.end();
  });
}
