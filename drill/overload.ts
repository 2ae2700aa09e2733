/** `npm run drill -- overload`: up to ten times the load that the shop can answer. */
import { paths, SEARCH_PARAMETER, searchPath } from '../contract/paths.ts';
import { freePort } from '../scripts/postgres.ts';
import { createDeployment } from './deployment.ts';
import type { Product } from './history.ts';
import { type LoadResult, percentile, type Request, runLoad } from './load.ts';
import { startServer } from './replica.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { type Account, seedShop } from './shop.ts';

const ACCOUNTS = 2_000;
const CONNECTIONS = 2_000;
/** As many shoppers who wait for their responses keep the server busy. */
const BUSY_CONNECTIONS = 16;
const TIMES = [0.5, 1, 2, 3, 5, 10];
const DURATION = { warmUpS: 2, measuredS: 5 };
/** Of what it can answer. */
const ANSWERED_SHARE_MIN = 0.7;
const FAILED_SHARE_MAX = 0.01;

export const overload: Scenario = {
  summary: 'offers up to ten times the load that the shop can answer',
  help: `Measures how many requests a second the shop can answer, on SQLite and on PostgreSQL, then offers up to
ten times as many, none of them cached. It must still answer ${100 * ANSWERED_SHARE_MIN} % of what it can, and shed the rest:
at most ${100 * FAILED_SHARE_MAX} % may get no response within two seconds.`,
  async run() {
    const results = [await overloadOn('sqlite'), await overloadOn('postgres')];
    return results.every((holds) => holds);
  },
};

async function overloadOn(engine: 'sqlite' | 'postgres'): Promise<boolean> {
  const deployment = await createDeployment(engine);
  const { accounts, products } = await seedShop(deployment.storage, ACCOUNTS);
  const port = await freePort();
  const server = await startServer(port, { ...deployment.settings, DEMO_CATALOGUE: 'off' });
  const load = {
    ...DURATION,
    port,
    steps: [(round: number) => nextRequest(round, accounts, products)],
  };
  const busy = await runLoad({ ...load, connections: BUSY_CONNECTIONS });
  const capacity = busy.perSecond(busy.answered);
  print(`${engine}: ${BUSY_CONNECTIONS} clients at a time get ${capacity} responses a second.`);
  const rows = [];
  let holds = true;
  for (const times of TIMES) {
    const result = await runLoad({ ...load, connections: CONNECTIONS, rate: capacity * times });
    const row = rowOf(result);
    rows.push({ times, ...row });
    const possible = Math.min(capacity, row.offered - row.refused);
    holds &&= row.answered >= ANSWERED_SHARE_MIN * possible;
    holds &&= result.failed <= FAILED_SHARE_MAX * row.offered * DURATION.measuredS;
  }
  printTable(rows);
  print('Requests a second; p99 in milliseconds.\n');
  server.kill('SIGTERM');
  await server.ended;
  return holds;
}

function rowOf({ answered, refused, shed, failed, perSecond }: LoadResult) {
  return {
    offered: perSecond([...answered, ...refused, ...shed]),
    answered: perSecond(answered),
    'answered p99': percentile(answered, 0.99),
    refused: perSecond(refused),
    shed: perSecond(shed),
    'shed p99': percentile(shed, 0.99),
    failed,
  };
}

const ROUND = ['page', 'put', 'cart', 'search', 'checkout', 'cart'] as const;

/** Each shopper goes through `ROUND`, one step after the other. Every text that is searched for is new. */
function nextRequest(
  number: number,
  accounts: readonly Account[],
  products: readonly Product[],
): Request {
  // The index is within the list.
  const { token, addressId } = accounts[number % accounts.length] as Account;
  const authorization = { authorization: `Bearer ${token}` };
  const post = (path: string, body: object, headers = {}): Request => ({
    method: 'POST',
    path,
    headers: { ...authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  switch (ROUND[(Math.floor(number / accounts.length) + number) % ROUND.length]) {
    case 'put': {
      const productId = products[number % products.length]?.id;
      return post(paths.cart, { productId, qty: 1 + (number % 3) });
    }
    case 'checkout':
      return post(paths.checkout, { addressId }, { 'idempotency-key': String(number) });
    case 'search':
      return { method: 'GET', path: searchPath(`pen ${number}`) };
    case 'page':
      return { method: 'GET', path: `/?${SEARCH_PARAMETER}=pen+${number}` };
    default:
      return { method: 'GET', path: paths.cart, headers: authorization };
  }
}
