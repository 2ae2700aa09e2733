/** Cached responses and carts, beside a bare server that sends the same bytes. */
import { paths } from '../../contract/paths.ts';
import { answerOf, type BareScript, besideBare } from './bare.ts';
import type { BareAnswer } from './bare-server.ts';
import { type Compared, compare } from './compare.ts';
import { type Call, inTurn } from './load.ts';
import { type Database, fillCarts, type Shop } from './stage.ts';
import { type ComparedLatency, keepUpBesideBare } from './steady.ts';
import { saturateByWrk } from './wrk.ts';

const CONNECTIONS = 32;
/** Many short rounds: other work on the machine comes and goes by the second. */
const ROUNDS = 15;
const ROUND_SECONDS = 1;
const CART_LINES = 5;

interface CartFigures {
  compared: Compared;
  /** At half of the shop's peak rate. */
  atHalf: ComparedLatency;
}

export async function measurePages(shop: Shop): Promise<Compared[]> {
  const brotli = { 'accept-encoding': 'br' };
  const list = `${paths.products}?limit=60`;
  const { headers } = await answerOf(shop.port, { path: list, headers: brotli });
  const known = { ...brotli, 'if-none-match': headers.etag ?? '' };
  const page = { path: '/', headers: brotli };
  return [
    await againstBare(shop, { what: 'GET /', target: 0.6, call: page }),
    await againstBare(shop, { what: 'GET /', call: page, script: 'file-server.ts' }),
    await againstBare(shop, {
      what: 'GET /products?limit=60',
      target: 0.6,
      call: { path: list, headers: brotli },
    }),
    await againstBare(shop, {
      what: 'GET /products?limit=60, unchanged',
      target: 0.6,
      call: { path: list, headers: known },
    }),
  ];
}

/** A shopper's cart of five lines, whose token is checked. */
export async function measureCart(
  shop: Shop,
  database: Database,
  target: number | undefined,
): Promise<CartFigures> {
  await fillCarts(database, CART_LINES);
  const call = inTurn(database.accounts.map(cartOf));
  const compared = await againstBare(shop, { what: 'GET /cart, 5 lines', target, call });
  const rate = compared.shop.perSecond / 2;
  const atHalf = await keepUpBesideBare(shop, { call, statuses: [200], rate });
  return { compared, atHalf };
}

export function cartOf({ token }: { token: string }): Call {
  return { path: paths.cart, headers: { authorization: `Bearer ${token}` } };
}

const references: Record<BareScript, string> = {
  'bare-server.ts': 'bare node:http',
  'file-server.ts': 'a server of files',
};

interface Asked {
  what: string;
  target?: number | undefined;
  call: Call | (() => Call);
  script?: BareScript;
}

function againstBare(
  shop: Shop,
  { what, target, call, script = 'bare-server.ts' }: Asked,
): Promise<Compared> {
  const first = typeof call === 'function' ? call() : call;
  const against = (bare: Shop, { status }: BareAnswer) => {
    const measure = (server: Shop) =>
      saturateByWrk({ server, call, statuses: [status] }, CONNECTIONS, { seconds: ROUND_SECONDS });
    return compare({
      what,
      target,
      reference: references[script],
      shop: () => measure(shop),
      bare: () => measure(bare),
      rounds: ROUNDS,
    });
  };
  return besideBare(shop, first, against, script);
}
