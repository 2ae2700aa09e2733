/** `npm run drill -- throughput`: requests a second with one replica and with two. */
import { paths, searchPath } from '../contract/paths.ts';
import { startHaproxy } from './haproxy.ts';
import { get, percentile, post, runLoad } from './load.ts';
import { startPostgresPair } from './postgres.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { startReplica } from './server.ts';
import { type Account, elementOf, type SeededShop, seedShop } from './shop.ts';

const LOAD = { connections: 50, warmUpS: 2, measuredS: 10 };
/** So many that two clients hardly ever use one account at the same time. */
const ACCOUNTS = 500;

export const throughput: Scenario = {
  summary: 'requests a second with one replica and with two',
  help: `${LOAD.connections} clients read, then order, through HAProxy, from one replica and from two, on PostgreSQL with a
synchronous standby. Fails only if a request does. Needs HAProxy and PostgreSQL.`,
  async run() {
    const { url } = await startPostgresPair();
    const seeded = await seedShop({ url }, ACCOUNTS);
    const rows = [];
    for (const count of [1, 2]) {
      const replicas = [];
      while (replicas.length < count) replicas.push(await startReplica({ DATABASE_URL: url }));
      const haproxy = await startHaproxy(replicas);
      for (const [mix, steps] of Object.entries(mixesOf(seeded))) {
        const result = await runLoad({ ...LOAD, port: haproxy.port, steps });
        const { answered, refused, shed, failed } = result;
        rows.push({
          mix,
          replicas: count,
          'requests/s': result.perSecond(answered),
          p50: percentile(answered, 0.5),
          p99: percentile(answered, 0.99),
          failed: refused.length + shed.length + failed,
        });
      }
      for (const each of [haproxy, ...replicas]) await each.end('SIGTERM');
    }
    printTable(rows);
    print('p50 and p99 are milliseconds.');
    return rows.every(({ failed }) => failed === 0);
  },
};

function mixesOf({ accounts, products }: SeededShop) {
  const put = (round: number) => ({ productId: elementOf(products, round).id, qty: 1 });
  const orderOf = ({ addressId }: Account) => ({ addressId });
  const account = (round: number) => elementOf(accounts, round);
  return {
    reads: [
      () => get(paths.products),
      () => get(searchPath('lamp')),
      (round: number) => get(paths.cart, account(round)),
    ],
    orders: [
      (round: number) => post(paths.cart, account(round), put(round), `cart-${round}`),
      (round: number) =>
        post(paths.checkout, account(round), orderOf(account(round)), `order-${round}`),
    ],
  };
}
