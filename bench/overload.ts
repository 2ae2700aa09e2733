/** Offers up to ten times the load that the shop can answer: it must serve about its capacity, and shed the rest at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { SEARCH_PARAMETER } from '../contract/page-addresses.ts';
import { searchPath } from '../contract/paths.ts';
import type { Call } from './load.ts';
import type { Shop } from './shop.ts';
import { checkOut, fillCarts, getCart, type Shopper } from './shoppers.ts';
import type { Row } from './table.ts';

const TIMES = [1, 2, 5, 10];
/** Enough clients to keep the server busy. Each waits for its responses. */
const BUSY_CONNECTIONS = 16;
const CONNECTIONS = 2_000;
const [WARM_UP_S, MEASURED_S] = [2, 5];
const SERVED_SHARE_MIN = 0.8;
const FAILED_SHARE_MAX = 0.01;
const SERVED_P90_MAX_MS = 500;
/** Slower responses are failures. */
const SLOW_MS = 2_000;
/** Autocannon sends the requests of a second at once. Several instances spread them over the second. */
const INSTANCES = 200;

/** Clients and shop need a core each. */
export async function* measureOverload(shop: Shop): AsyncGenerator<Row> {
  const nextCall = await callsOf(shop);
  await fillCarts(shop, { lines: 1 });
  const busy = await run(shop, nextCall, BUSY_CONNECTIONS);
  const capacity = busy.served.length / MEASURED_S;
  for (const times of TIMES) {
    await fillCarts(shop, { lines: 1 });
    const { served, shed, failed } = await run(shop, nextCall, CONNECTIONS, capacity * times);
    const perSecond = (responses: readonly number[]) => responses.length / MEASURED_S;
    const possible = Math.min(capacity, perSecond(served) + perSecond(shed));
    const isServed = perSecond(served) >= SERVED_SHARE_MIN * possible;
    const isAnswered = failed <= FAILED_SHARE_MAX * (served.length + shed.length);
    yield {
      what: `offered ${times} times the capacity of ${Math.round(capacity)} a second`,
      figure: `${Math.round(perSecond(served))} served in ${ninthOfTen(served)} ms`,
      limit: `at least ${100 * SERVED_SHARE_MIN} %, nine of ten in ${SERVED_P90_MAX_MS} ms`,
      isReached: isServed && isAnswered && ninthOfTen(served) <= SERVED_P90_MAX_MS,
      more: `${Math.round(perSecond(shed))} shed in ${ninthOfTen(shed)} ms, ${failed} failed`,
    };
  }
}

/** @returns a function of a number that no other call has: each shopper goes through six steps, and no list is cached */
async function callsOf({ storage, shoppers }: Shop): Promise<(number: number) => Call> {
  const rows = storage.db.selectFrom('products').select(['id', 'name']).orderBy('position');
  const products = await rows.limit(60).execute();
  return (number) => {
    // The remainders are valid indices.
    const shopper = shoppers[number % shoppers.length] as Shop['shoppers'][number];
    const { id, name } = products[number % products.length] as (typeof products)[number];
    const word = encodeURIComponent(name.split(' ')[0] ?? '');
    // More than any product costs.
    const filter = `maxCost=${100_000 + number / 100}`;
    const steps: (() => Call)[] = [
      () => ({ path: `/?${SEARCH_PARAMETER}=${word}&${filter}` }),
      () => putInCart(shopper, { productId: id, qty: 1 + (number % 3) }),
      () => getCart(shopper),
      () => ({ path: `${searchPath(word)}&${filter}` }),
      () => checkOut(shopper),
      () => getCart(shopper),
    ];
    const step = (Math.floor(number / shoppers.length) + number) % steps.length;
    return steps[step]?.() ?? getCart(shopper);
  };
}

function putInCart(shopper: Shopper, change: object): Call {
  const call = getCart(shopper);
  const headers = { ...call.headers, 'content-type': 'application/json' };
  return { ...call, method: 'POST', headers, body: JSON.stringify(change) };
}

let calls = 0;

/** @param rate requests a second; if missing, each connection sends the next one after the response */
async function run(
  shop: Shop,
  nextCall: (number: number) => Call,
  connections: number,
  rate?: number,
) {
  const count = rate === undefined ? 1 : INSTANCES;
  /** Latencies in milliseconds. An order with an empty cart, whose change was shed, is served with 4xx. */
  const [served, shed]: [number[], number[]] = [[], []];
  let failed = 0;
  const countsFrom = performance.now() + WARM_UP_S * 1_000;
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${shop.server.port}`,
    connections: Math.ceil(connections / count),
    duration: WARM_UP_S + MEASURED_S,
    requests: [{ setupRequest: (request) => ({ ...request, ...nextCall(calls++) }) }],
    ...(rate !== undefined && { overallRate: Math.max(1, Math.round(rate / count)) }),
  };
  const onResponse = (_client: unknown, status: number, _bytes: number, latencyMs: number) => {
    if (performance.now() < countsFrom) return;
    if (latencyMs > SLOW_MS || (status >= 500 && status !== 503)) failed++;
    else (status === 503 ? shed : served).push(latencyMs);
  };
  const instances = Array.from({ length: count }, async (_, index) => {
    await sleep((index * 1_000) / count);
    const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
    autocannon({ ...options }, (error, result) => (error ? reject(error) : resolve(result))).on(
      'response',
      onResponse,
    );
    failed += (await promise).errors;
  });
  await Promise.all(instances);
  return { served, shed, failed };
}

/** The ninth of ten; 0 for an empty list. */
function ninthOfTen(latencies: readonly number[]): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.9)] ?? 0);
}
