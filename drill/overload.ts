/** `npm run drill -- overload`: up to ten times the load that the shop can handle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { paths, SEARCH_PARAMETER, searchPath } from '../contract/paths.ts';
import { createDeployment } from './deployment.ts';
import { get, type LoadResult, percentile, post, runLoad } from './load.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { startReplica } from './server.ts';
import { type Account, elementOf, type SeededShop, seedShop } from './shop.ts';

const ACCOUNTS = 2_000;
const CONNECTIONS = 2_000;
/** The number of clients that keep the server busy. Each waits for its responses. */
const BUSY_CONNECTIONS = 16;
const TIMES = [0.5, 1, 2, 3, 5, 10];
const DURATION = { warmUpS: 2, measuredS: 5 };
/** The minimum of served requests as a share of the capacity, and the maximum of failed ones as a share of the load. */
const SERVED_SHARE_MIN = 0.8;
const FAILED_SHARE_MAX = 0.01;
/** Nine of ten that are served wait no longer, in milliseconds. */
const SERVED_P90_MAX_MS = 500;

export const overload: Scenario = {
  summary: 'offers up to ten times the load that the shop can answer',
  help: `Measures how many requests a second the shop serves, on SQLite and on PostgreSQL, then offers up to ten times as
many, none of them cached. It must still serve ${100 * SERVED_SHARE_MIN} % of what it can, nine of ten within ${SERVED_P90_MAX_MS} ms, and shed the
rest: at most ${100 * FAILED_SHARE_MAX} % may get no response within two seconds. Clients and shop need a core each. Takes about
two minutes.`,
  async run() {
    const results = [await overloadOn('sqlite'), await overloadOn('postgres')];
    return results.every((holds) => holds);
  },
};

async function overloadOn(engine: 'sqlite' | 'postgres'): Promise<boolean> {
  const { storage, settings } = await createDeployment(engine);
  const seeded = await seedShop(storage, ACCOUNTS);
  const server = await startReplica(settings);
  const steps = [(round: number) => nextRequest(round, seeded)];
  const load = { ...DURATION, port: server.port, steps };
  await fillCarts(server.port, seeded);
  const busy = await runLoad({ ...load, connections: BUSY_CONNECTIONS });
  const capacity = busy.perSecond(servedOf(busy));
  print(`${engine}: ${BUSY_CONNECTIONS} clients at a time get ${capacity} responses a second.`);
  const rows = [];
  for (const times of TIMES) {
    await fillCarts(server.port, seeded);
    const result = await runLoad({ ...load, connections: CONNECTIONS, rate: capacity * times });
    rows.push({ times, ...rowOf(result, capacity) });
  }
  printTable(rows);
  print('Requests a second; p50, p90 and p99 in milliseconds.\n');
  await server.end('SIGTERM');
  return rows.every(({ holds }) => holds);
}

function rowOf(result: LoadResult, capacity: number) {
  const { refused, shed, failed, perSecond } = result;
  const served = servedOf(result);
  const responses = [...served, ...shed];
  const possible = Math.min(capacity, perSecond(responses));
  const p90 = percentile(served, 0.9);
  const isFast = p90 <= SERVED_P90_MAX_MS && failed <= FAILED_SHARE_MAX * responses.length;
  return {
    offered: perSecond(responses),
    served: perSecond(served),
    'of them 4xx': perSecond(refused),
    'served p50': percentile(served, 0.5),
    'served p90': p90,
    shed: perSecond(shed),
    'shed p99': percentile(shed, 0.99),
    failed,
    holds: isFast && perSecond(served) >= SERVED_SHARE_MIN * possible,
  };
}

/** 4xx as well: an order of a shopper whose cart is empty, because what was to fill it was shed. */
function servedOf({ answered, refused }: LoadResult): number[] {
  return [...answered, ...refused];
}

/** So that orders can be placed, whatever is shed. */
async function fillCarts(port: number, { accounts, products }: SeededShop): Promise<void> {
  const fill = async (account: Account, index: number): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${port}${paths.cart}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ productId: elementOf(products, index).id, qty: 1 }),
    });
    await response.arrayBuffer();
    if (response.ok) return;
    // The load before may have left requests behind.
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    await fill(account, index);
  };
  const waiting = accounts.entries();
  const fillOneByOne = async (): Promise<void> => {
    for (const [index, account] of waiting) await fill(account, index);
  };
  await Promise.all(Array.from({ length: BUSY_CONNECTIONS }, fillOneByOne));
}

/** Each shopper goes through six steps. Every list is new, and has products. */
function nextRequest(number: number, { accounts, products }: SeededShop) {
  const account = elementOf(accounts, number);
  const { addressId } = account;
  const put = { productId: elementOf(products, number).id, qty: 1 + (number % 3) };
  // More than any product costs.
  const filter = `maxCost=${1_000 + number / 100}`;
  const steps = [
    () => get(`/?${SEARCH_PARAMETER}=pen&${filter}`),
    () => post(paths.cart, account, put, `cart-${number}`),
    () => get(paths.cart, account),
    () => get(`${searchPath('pen')}&${filter}`),
    () => post(paths.checkout, account, { addressId }, `order-${number}`),
    () => get(paths.cart, account),
  ];
  return elementOf(steps, Math.floor(number / accounts.length) + number)();
}
