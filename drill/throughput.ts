/** `npm run drill -- throughput`: requests a second with one replica and with two. */
import { randomUUID } from 'node:crypto';
import { paths, searchPath } from '../contract/paths.ts';
import { startHaproxy } from './haproxy.ts';
import type { Product } from './history.ts';
import { percentile, type Request, runLoad } from './load.ts';
import { startPostgresPair } from './postgres.ts';
import { startReplica } from './replica.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { type Account, seedShop } from './shop.ts';

const CLIENTS = 50;
/** More than clients, so that two clients never use one account at the same time. */
const ACCOUNTS = 500;

export const throughput: Scenario = {
  summary: 'requests a second with one replica and with two',
  help: `${CLIENTS} clients read, then order, through HAProxy, from one replica and from two, on PostgreSQL with a
synchronous standby. Fails only if a request does. Needs HAProxy and PostgreSQL.`,
  async run() {
    const { url } = await startPostgresPair();
    const { accounts, products } = await seedShop({ url }, ACCOUNTS);
    const rows = [];
    for (const count of [1, 2]) {
      const replicas = [];
      for (let each = 0; each < count; each++) replicas.push(await startReplica(url));
      const { port, process } = await startHaproxy(replicas.map((replica) => replica.port));
      for (const [mix, steps] of Object.entries(mixesOf(accounts, products))) {
        const load = { port, steps, connections: CLIENTS, warmUpS: 2, measuredS: 10 };
        const { answered, refused, shed, failed, perSecond } = await runLoad(load);
        rows.push({
          mix,
          replicas: count,
          'requests/s': perSecond(answered),
          p50: percentile(answered, 0.5),
          p99: percentile(answered, 0.99),
          failed: refused.length + shed.length + failed,
        });
      }
      for (const child of [process, ...replicas.map((replica) => replica.process)]) {
        child.kill('SIGTERM');
        await child.ended;
      }
    }
    printTable(rows);
    print('p50 and p99 are milliseconds.');
    return rows.every(({ failed }) => failed === 0);
  },
};

function mixesOf(accounts: readonly Account[], products: readonly Product[]) {
  // The index is within the list.
  const accountOf = (round: number) => accounts[round % accounts.length] as Account;
  const get = (path: string, round: number): Request => ({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${accountOf(round).token}` },
  });
  const post = (path: string, round: number, body: object): Request => ({
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${accountOf(round).token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  return {
    reads: [
      (round: number) => get(paths.products, round),
      (round: number) => get(searchPath('lamp'), round),
      (round: number) => get(paths.cart, round),
    ],
    orders: [
      (round: number) =>
        post(paths.cart, round, { productId: products[round % products.length]?.id, qty: 1 }),
      (round: number) => post(paths.checkout, round, { addressId: accountOf(round).addressId }),
    ],
  };
}
