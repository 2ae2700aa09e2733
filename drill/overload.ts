/** `npm run drill -- overload`: up to ten times the load that the shop can handle. */
import { paths, SEARCH_PARAMETER, searchPath } from '../contract/paths.ts';
import { createDeployment } from './deployment.ts';
import { get, type LoadResult, percentile, post, runLoad } from './load.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { startReplica } from './server.ts';
import { elementOf, type SeededShop, seedShop } from './shop.ts';

const ACCOUNTS = 2_000;
const CONNECTIONS = 2_000;
/** The number of clients that keep the server busy. Each waits for its responses. */
const BUSY_CONNECTIONS = 16;
const TIMES = [0.5, 1, 2, 3, 5, 10];
const DURATION = { warmUpS: 2, measuredS: 5 };
/** The minimum of handled requests as a share of the capacity, and the maximum of failed ones as a share of the load. */
const ANSWERED_SHARE_MIN = 0.7;
const FAILED_SHARE_MAX = 0.01;

export const overload: Scenario = {
  summary: 'offers up to ten times the load that the shop can answer',
  help: `Measures how many requests a second the shop answers, on SQLite and on PostgreSQL, then offers up to ten
times as many, none of them cached. It must still answer ${100 * ANSWERED_SHARE_MIN} % of what it can, and shed the rest: at most
${100 * FAILED_SHARE_MAX} % may get no response within two seconds. Clients and shop need a core each. Takes about two minutes.`,
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
  const busy = await runLoad({ ...load, connections: BUSY_CONNECTIONS });
  const capacity = busy.perSecond(busy.answered);
  print(`${engine}: ${BUSY_CONNECTIONS} clients at a time get ${capacity} responses a second.`);
  const rows = [];
  for (const times of TIMES) {
    const result = await runLoad({ ...load, connections: CONNECTIONS, rate: capacity * times });
    rows.push({ times, ...rowOf(result, capacity) });
  }
  printTable(rows);
  print('Requests a second; p99 in milliseconds.\n');
  await server.end('SIGTERM');
  return rows.every(({ holds }) => holds);
}

function rowOf({ answered, refused, shed, failed, perSecond }: LoadResult, capacity: number) {
  const responses = [...answered, ...refused, ...shed];
  const possible = Math.min(capacity, perSecond([...answered, ...shed]));
  const isFast = failed <= FAILED_SHARE_MAX * responses.length;
  return {
    offered: perSecond(responses),
    answered: perSecond(answered),
    'answered p99': percentile(answered, 0.99),
    refused: perSecond(refused),
    shed: perSecond(shed),
    'shed p99': percentile(shed, 0.99),
    failed,
    holds: isFast && perSecond(answered) >= ANSWERED_SHARE_MIN * possible,
  };
}

/** Each shopper goes through six steps. Every search has a new text. */
function nextRequest(number: number, { accounts, products }: SeededShop) {
  const account = elementOf(accounts, number);
  const { addressId } = account;
  const put = { productId: elementOf(products, number).id, qty: 1 + (number % 3) };
  const steps = [
    () => get(`/?${SEARCH_PARAMETER}=pen+${number}`),
    () => post(paths.cart, account, put, `cart-${number}`),
    () => get(paths.cart, account),
    () => get(searchPath(`pen ${number}`)),
    () => post(paths.checkout, account, { addressId }, `order-${number}`),
    () => get(paths.cart, account),
  ];
  return elementOf(steps, Math.floor(number / accounts.length) + number)();
}
