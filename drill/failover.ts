/** `npm run drill -- failover` and `silence`: PostgreSQL's primary and a replica fail while shoppers order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../server/platform/storage/open.ts';
import { patient } from './behaviours.ts';
import { pairCalls } from './checker/calls.ts';
import { checkHistory } from './checker/checker.ts';
import { findUnacknowledged } from './checker/orders.ts';
import { checkAvailability } from './failover-report.ts';
import { readFinalState } from './final-state.ts';
import { startHaproxy } from './haproxy.ts';
import { History, isNewOrder, writeFailedHistory } from './history.ts';
import { failureOf } from './orders/drill.ts';
import { type Postgres, signalPostgres, startPostgresPair } from './postgres.ts';
import { createRandom } from './random.ts';
import { printChecks } from './report.ts';
import type { Scenario } from './scenario.ts';
import { defectsIn, type Replica, startReplica } from './server.ts';
import { addProducts, createProducts } from './shop.ts';
import { shop } from './shopper.ts';

const SHOPPERS = 50;
/** The time after which a watchdog considers the primary dead. */
const NOTICED_MS = 1_000;

export const failover: Scenario = {
  summary: 'kills the primary of PostgreSQL and a replica, and restarts the replicas',
  help: `${SHOPPERS} shoppers order through HAProxy from two replicas on PostgreSQL with a synchronous standby. The
primary is killed; a second later the standby is promoted. Then a replica is killed, and both are restarted
one by one. The checker verifies the history of all requests, and errors are allowed only until the standby
has taken over. Takes about a minute and a half. Needs HAProxy and PostgreSQL.`,
  run: () => runFailover('SIGKILL'),
};

export const silence: Scenario = {
  summary: 'the same, but the primary falls silent, like a machine without power',
  help: 'Like `failover`, but the primary stops without closing its connections.',
  run: () => runFailover('SIGSTOP'),
};

async function runFailover(signal: 'SIGKILL' | 'SIGSTOP'): Promise<boolean> {
  const { url, primary, standby } = await startPostgresPair();
  const products = createProducts(12, 1_000_000);
  const before = await openStorage({ url });
  await addProducts(before.db, products).finally(before.close);
  const settings = { DATABASE_URL: url, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' };
  const replicas = [await startReplica(settings), await startReplica(settings)];
  const { port } = await startHaproxy(replicas);

  const history = new History();
  history.add({ kind: 'start', engine: 'postgres', products, isLoadBalanced: true });
  let closing = false;
  const target = { port, opened: async () => {} };
  const shopping = { target, history, products, behaviour: patient, isClosing: () => closing };
  const shoppers = Array.from({ length: SHOPPERS }, (_, index) =>
    shop(`shopper-${index}`, { ...shopping, random: createRandom(index) }),
  );
  // Wait until every shopper is registered and orders.
  await Promise.race([history.until(isNewOrder, 4 * SHOPPERS), failureOf(shoppers)]);
  history.add({ kind: 'nemesis', fault: `primary gets ${signal}` });
  signalPostgres(primary, signal);
  const nemesis = runNemesis(standby, replicas, history);
  const exitCodes = await Promise.race([nemesis, failureOf(shoppers)]);
  closing = true;
  await Promise.all(shoppers);
  const gone = replicas.filter(({ processes }) => processes.at(-1)?.hasEnded());
  for (const replica of replicas) exitCodes.push(await replica.end('SIGTERM'));
  history.add({ kind: 'nemesis', fault: 'replicas stopped', noServer: true });
  signalPostgres(primary, 'SIGKILL');
  for (const line of replicas.flatMap(({ processes }) => processes.flatMap(defectsIn))) {
    history.add({ kind: 'defect', line });
  }
  const after = await openStorage({ url, statementTimeoutMs: 0 });
  history.add({ kind: 'final', ...(await readFinalState(after.db).finally(after.close)) });

  const paired = pairCalls(history.events);
  const failed = exitCodes.filter((code) => code !== 0).map((code) => `exit code ${code}`);
  const holds = printChecks([
    ...checkAvailability(history.events),
    ...checkHistory(paired),
    { name: 'every order was acknowledged', found: findUnacknowledged(paired) },
    { name: 'no replica ended by itself', found: gone.map(({ port }) => `on port ${port}`) },
    { name: 'every replica that was told to stop ended with exit code 0', found: failed },
  ]);
  if (!holds) writeFailedHistory('failover', history.events);
  return holds;
}

/** Runs the faults after the loss of the primary. @returns the exit codes of replicas that were asked to stop */
async function runNemesis(standby: Postgres, replicas: readonly Replica[], history: History) {
  await sleep(NOTICED_MS);
  // An operator promotes the standby, after ending synchronous replication so that commits wait for no standby.
  await standby.query("alter system set synchronous_standby_names = ''");
  await standby.query('select pg_reload_conf()');
  await standby.query('select pg_promote()');
  await sleep(15_000);

  history.add({ kind: 'nemesis', fault: 'replica killed' });
  await replicas[0]?.end('SIGKILL');
  await sleep(5_000);
  await replicas[0]?.start();
  await sleep(10_000);

  const exitCodes: (number | null)[] = [];
  for (const replica of replicas) {
    history.add({ kind: 'nemesis', fault: 'replica restarted' });
    exitCodes.push(await replica.end('SIGTERM'));
    await replica.start();
    // Wait until the load balancer sends requests to the replica, and every shopper has ordered.
    await sleep(5_000);
  }
  return exitCodes;
}
