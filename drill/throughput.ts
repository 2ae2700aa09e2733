/** `npm run drill -- throughput`: requests a second with one replica and with two. */
import { paths, searchPath } from '../contract/paths.ts';
import { startHaproxy } from './haproxy.ts';
import { get, percentile, post, runLoad } from './load.ts';
import { startPostgresPair } from './postgres.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { startReplica } from './server.ts';
import { elementOf, seedShop } from './shop.ts';

const LOAD = { connections: 50, warmUpS: 2, measuredS: 10 };

export const throughput: Scenario = {
  summary: 'requests a second with one replica and with two',
  help: `${LOAD.connections} clients read, then order, through HAProxy, from one replica and from two, on PostgreSQL with a
synchronous standby. Fails only if a request does. Needs HAProxy and PostgreSQL.`,
  async run() {
    const { url } = await startPostgresPair();
    // With this many accounts, two clients rarely use the same one at the same time.
    const { accounts, products } = await seedShop({ url }, 500);
    const account = (round: number) => elementOf(accounts, round);
    const put = (round: number) => {
      const body = { productId: elementOf(products, round).id, qty: 1 };
      return post(paths.cart, account(round), body, `cart-${round}`);
    };
    const checkOut = (round: number) => {
      const { addressId } = account(round);
      return post(paths.checkout, account(round), { addressId }, `order-${round}`);
    };
    const readCart = (round: number) => get(paths.cart, account(round));
    const reads = [() => get(paths.products), () => get(searchPath('lamp')), readCart];
    const rows = [];
    for (const count of [1, 2]) {
      const replicas = [];
      while (replicas.length < count) replicas.push(await startReplica({ DATABASE_URL: url }));
      const haproxy = await startHaproxy(replicas);
      for (const [mix, steps] of Object.entries({ reads, orders: [put, checkOut] })) {
        const result = await runLoad({ ...LOAD, port: haproxy.port, steps });
        const { answered, refused, shed } = result;
        const [p50, p99] = [percentile(answered, 0.5), percentile(answered, 0.99)];
        const failed = refused.length + shed.length + result.failed;
        rows.push({
          mix,
          replicas: count,
          perSecond: result.perSecond(answered),
          p50,
          p99,
          failed,
        });
      }
      for (const each of [haproxy, ...replicas]) await each.end('SIGTERM');
    }
    printTable(rows);
    print('p50 and p99 are milliseconds.');
    return rows.every(({ failed }) => failed === 0);
  },
};
