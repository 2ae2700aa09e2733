/** What is asked of a shop of any size. */
import { CURSOR_PARAMETER, paths, searchPath } from '../../contract/paths.ts';
import { formatCursor } from '../../server/catalogue/rules.ts';
import { COLOURS } from '../search/many.ts';
import { cartOf } from '../speed/answers.ts';
import { askOneByOne, type Call, type Extent, inTurn, saturate } from '../speed/load.ts';
import { neverAsked } from '../speed/never-asked.ts';
import { checkouts, post } from '../speed/orders.ts';
import { refillCarts } from './shoppers.ts';
import type { SizedShop } from './stage.ts';

export interface Operation {
  name: string;
  /** The next request, each time it is called. */
  calls(shop: SizedShop): () => Call;
  /** Where each of them uses something up: so many at a time, and what puts it back. */
  uses?: { requests: number; restore(shop: SizedShop): Promise<void> };
}

/** What a request costs at one size. */
export interface Cost {
  /** Milliseconds of CPU. */
  serverMs: number;
  databaseMs: number;
  /** Milliseconds until the answer, at the median, where nobody else asks. */
  latencyMs: number;
}

/** Of server and database together, in milliseconds. */
export function cpuOf(cost: Cost | undefined): number {
  return cost ? cost.serverMs + cost.databaseMs : Number.NaN;
}

const CONNECTIONS = 16;
const SECONDS = 1;
const ONE_BY_ONE = 150;
const DEEP_PAGES = 50;
const ORDERS = 600;
const QTY_MAX = 9;

/** The same work at every size: what it shows is how exact the others are. */
export const reference: Operation = {
  name: 'GET /healthz, for comparison',
  calls: () => () => ({ path: '/healthz' }),
};

export const operations: readonly Operation[] = [
  { name: 'first page', calls: () => () => ({ path: paths.products }) },
  { name: 'deep page', calls: ({ size }) => inTurn(deepPages(size.products)) },
  { name: 'search, frequent word', calls: () => newSearches(COLOURS) },
  { name: 'search, rare word', calls: ({ rareWords }) => newSearches(rareWords) },
  { name: 'GET /cart', calls: ({ shoppers }) => inTurn(shoppers.map(cartOf)) },
  { name: 'POST /cart', calls: cartChanges },
  {
    name: 'POST /cart/checkout',
    calls: ({ shoppers }) => checkouts({ accounts: shoppers }),
    uses: {
      requests: ORDERS,
      restore: ({ database, shoppers }) => refillCarts(database.db, shoppers),
    },
  },
];

/** Pages in the last tenth of the catalogue. */
function deepPages(products: number): Call[] {
  return Array.from({ length: DEEP_PAGES }, (_, page) => {
    const after = Math.floor(products * (0.9 + (0.05 * page) / DEEP_PAGES));
    return { path: `${paths.products}?${CURSOR_PARAMETER}=${formatCursor([after])}` };
  });
}

function newSearches(words: readonly string[]): () => Call {
  return inTurn(neverAsked(words).map((text) => ({ path: searchPath(text) })));
}

/** Another quantity of the first line, so that carts stay as long as they are. */
function cartChanges({ shoppers }: SizedShop): () => Call {
  const nextShopper = inTurn(shoppers);
  const nextQty = inTurn(Array.from({ length: QTY_MAX }, (_, index) => index + 1));
  return () => {
    const shopper = nextShopper();
    const [productId] = shopper.productIds;
    return post(paths.cart, shopper, { productId, qty: nextQty() });
  };
}

/** @returns measures an operation in one shop, each time with the requests that come next */
export function measuring(shop: SizedShop, { calls, uses }: Operation): () => Promise<Cost> {
  const target = { server: shop.server, call: calls(shop), statuses: [200] };
  const extent: Extent = uses ? { requests: uses.requests } : { seconds: SECONDS };
  return async () => {
    const { cpuMs, databaseCpuMs } = await saturate(target, CONNECTIONS, extent);
    const latencyMs = await askOneByOne(target, ONE_BY_ONE);
    await uses?.restore(shop);
    return { serverMs: cpuMs, databaseMs: databaseCpuMs, latencyMs };
  };
}
