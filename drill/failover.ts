/** `npm run drill -- failover` and `silence`: PostgreSQL's primary and a replica fail while shoppers order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../server/storage/storage.ts';
import { pairCalls } from './checker/calls.ts';
import { checkHistory } from './checker/checker.ts';
import { findUnacknowledged } from './checker/orders.ts';
import { checkAvailability, type Fault, outcomesOf, printFaults } from './failover-report.ts';
import { readFinalState } from './final-state.ts';
import { startHaproxy } from './haproxy.ts';
import { History, isNewOrder } from './history.ts';
import { failureOf } from './orders/drill.ts';
import { type Postgres, signalPostgres, startPostgresPair } from './postgres.ts';
import { createRandom } from './random.ts';
import { printChecks } from './report.ts';
import type { Scenario } from './scenario.ts';
import { defectsIn, type Replica, startReplica } from './server.ts';
import { addProducts, createProducts } from './shop.ts';
import { patient, shop } from './shopper.ts';

const SHOPPERS = 50;
/** Until a watchdog is sure that the primary is gone. */
const NOTICED_MS = 1_000;
/** Until the load balancer sends requests to a replica that is back. */
const SETTLING_MS = 2_000;

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
  history.add({ kind: 'start', engine: 'postgres', products });
  let closing = false;
  const target = { port, opened: async () => {} };
  const shopping = { target, history, products, behaviour: patient, isClosing: () => closing };
  const shoppers = Array.from({ length: SHOPPERS }, (_, index) =>
    shop(`shopper-${index}`, { ...shopping, random: createRandom(index) }),
  );
  const faults: Fault[] = [];
  const nemesis = runNemesis({ signal, primary, standby, replicas, history, faults });
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

  const outcomes = outcomesOf(history.events);
  printFaults(faults, outcomes);
  const paired = pairCalls(history.events);
  return printChecks([
    ...checkHistory(paired),
    { name: 'every order was acknowledged', found: findUnacknowledged(paired) },
    ...checkAvailability(faults, outcomes),
    { name: 'no replica ended by itself', found: gone.map(({ port }) => `on port ${port}`) },
    {
      name: 'every replica that was told to stop ended with exit code 0',
      found: exitCodes.filter((code) => code !== 0).map((code) => `exit code ${code}`),
    },
  ]);
}

interface NemesisOptions {
  signal: 'SIGKILL' | 'SIGSTOP';
  primary: Postgres;
  standby: Postgres;
  replicas: readonly Replica[];
  history: History;
  /** It adds what it did. */
  faults: Fault[];
}

/** @returns the exit codes of the replicas that it told to stop */
async function runNemesis(options: NemesisOptions): Promise<(number | null)[]> {
  const { signal, primary, standby, replicas, history, faults } = options;
  const begin = (name: string): Fault => {
    history.add({ kind: 'nemesis', fault: name });
    const now = performance.now();
    const fault = { name, from: now, until: now, to: Number.POSITIVE_INFINITY };
    const previous = faults.at(-1);
    if (previous) previous.to = now;
    faults.push(fault);
    return fault;
  };
  // Until everybody is registered and orders.
  await history.until(isNewOrder, 4 * SHOPPERS);

  begin(signal === 'SIGKILL' ? 'primary killed' : 'primary silent');
  signalPostgres(primary, signal);
  await sleep(NOTICED_MS);
  // What an operator does: no commit waits for a standby any more, and this one takes over.
  await standby.query("alter system set synchronous_standby_names = ''");
  await standby.query('select pg_reload_conf()');
  await standby.query('select pg_promote()');
  await sleep(15_000);

  begin('replica killed');
  await replicas[0]?.end('SIGKILL');
  await sleep(5_000);
  await replicas[0]?.start();
  await sleep(10_000);

  const restart = begin('replicas restarted');
  const exitCodes: (number | null)[] = [];
  for (const replica of replicas) {
    exitCodes.push(await replica.end('SIGTERM'));
    await replica.start();
    restart.until = performance.now();
    await sleep(SETTLING_MS);
  }
  await sleep(8_000);
  restart.to = performance.now();
  return exitCodes;
}
