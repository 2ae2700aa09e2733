/** `npm run drill -- failover` and `silence`: the primary of PostgreSQL and a replica fail while shoppers order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../server/storage/storage.ts';
import { pairCalls } from './checker/calls.ts';
import { checkHistory } from './checker/checker.ts';
import { findUnacknowledged } from './checker/orders.ts';
import { checkAvailability, type Fault, printFaults } from './failover-report.ts';
import { startHaproxy } from './haproxy.ts';
import { History, isNewOrder } from './history.ts';
import { failureOf } from './orders/drill.ts';
import { readFinalState } from './orders/final-state.ts';
import { promote, signalPostgres, startPostgresPair } from './postgres.ts';
import { randomFrom } from './random.ts';
import { defectsIn, type Replica, startReplica } from './replica.ts';
import { type Check, printChecks } from './report.ts';
import type { Scenario } from './scenario.ts';
import { addProducts, createProducts } from './shop.ts';
import { patient, shop } from './shopper.ts';

const SHOPPERS = 50;
const CALM_MS = 8_000;
/** Until a watchdog is sure that the primary is gone. */
const NOTICED_MS = 1_000;
const RECOVERY_MS = 15_000;
const REPLICA_AWAY_MS = 5_000;
const REPLICA_BACK_MS = 10_000;
/** Until the load balancer sends requests to a replica that is back. */
const SETTLING_MS = 2_000;

type Signal = 'SIGKILL' | 'SIGSTOP';

const help = (
  what: string,
) => `${SHOPPERS} shoppers order through HAProxy from two replicas on PostgreSQL with a synchronous standby.
The primary ${what}; a second later the standby is promoted. Then a replica is killed, and both replicas
are restarted one by one. The checker verifies the history of all requests, as in the drill \`orders\`; errors are
allowed only until the standby has taken over. Takes about two minutes. Needs HAProxy and PostgreSQL.`;

export const failover: Scenario = {
  summary: 'kills the primary of PostgreSQL and a replica, and restarts the replicas',
  help: help('is killed'),
  run: () => runFailover('SIGKILL'),
};

export const silence: Scenario = {
  summary: 'the same, but the primary falls silent, like a machine without power',
  help: help('stops without closing its connections'),
  run: () => runFailover('SIGSTOP'),
};

async function runFailover(signal: Signal): Promise<boolean> {
  const pair = await startPostgresPair();
  const { db, close } = await openStorage({ url: pair.url, statementTimeoutMs: 0 });
  const products = createProducts(12, 1_000_000);
  await addProducts(db, products).finally(close);
  const replicas = [await startReplica(pair.url), await startReplica(pair.url)] as const;
  const { port } = await startHaproxy(replicas.map((replica) => replica.port));

  const history = new History();
  history.add({ kind: 'start', engine: 'postgres', products });
  let closing = false;
  const isClosing = () => closing;
  const target = { port, opened: async () => {} };
  const shopping = { target, history, products, isClosing, behaviour: patient };
  const random = randomFrom(0);
  const shoppers = Array.from({ length: SHOPPERS }, (_, index) =>
    shop(`shopper-${index + 1}`, { ...shopping, random: random.fork(String(index)) }),
  );
  const stops: (number | null)[] = [];
  const stop = async (replica: Replica) => {
    replica.process.kill('SIGTERM');
    stops.push(await replica.process.ended);
  };
  const faults: Fault[] = [];
  const nemesis = runNemesis();
  await Promise.race([nemesis, failureOf(shoppers)]);
  closing = true;
  await Promise.all(shoppers);
  const gone = replicas.filter(({ process }) => process.hasEnded());
  for (const replica of replicas) await stop(replica);
  history.add({ kind: 'nemesis', fault: 'all replicas stopped', noServer: true });
  signalPostgres(pair.primary, 'SIGKILL');
  for (const { processes } of replicas) {
    for (const line of processes.flatMap(defectsIn)) history.add({ kind: 'defect', line });
  }
  const storage = await openStorage({ url: pair.url, statementTimeoutMs: 0 });
  const final = await readFinalState(storage.db).finally(() => storage.close());
  history.add({ kind: 'final', ...final });

  printFaults(faults, history.events);
  const paired = pairCalls(history.events);
  const checks: Check[] = [
    ...checkHistory(paired),
    { name: 'every order was acknowledged', found: findUnacknowledged(paired) },
    ...checkAvailability(faults, history.events),
    { name: 'no replica ended by itself', found: gone.map(({ process }) => process.output()) },
    {
      name: 'every replica that was told to stop ended with exit code 0',
      found: stops.filter((code) => code !== 0).map((code) => `exit code ${code}`),
    },
  ];
  return printChecks(checks);

  async function runNemesis(): Promise<void> {
    /** Returns the time at which the last part of the fault is over, if that is later than its beginning. */
    const fault = async (name: string, work: () => Promise<number | undefined>) => {
      history.add({ kind: 'nemesis', fault: name });
      const from = performance.now();
      const until = (await work()) ?? from;
      faults.push({ name, from, until, to: performance.now() });
    };
    const [first, second] = replicas;
    // Until everybody is registered and has ordered.
    await history.until(isNewOrder, 2 * SHOPPERS);
    await sleep(CALM_MS);
    await fault(signal === 'SIGKILL' ? 'primary killed' : 'primary silent', async () => {
      signalPostgres(pair.primary, signal);
      await sleep(NOTICED_MS);
      await promote(pair.standby);
      await sleep(RECOVERY_MS);
      return undefined;
    });
    await fault('replica killed', async () => {
      first.process.kill('SIGKILL');
      await sleep(REPLICA_AWAY_MS);
      await first.start();
      await sleep(REPLICA_BACK_MS);
      return undefined;
    });
    await fault('replicas restarted', async () => {
      let until = 0;
      for (const replica of [first, second]) {
        await stop(replica);
        await replica.start();
        until = performance.now();
        await sleep(SETTLING_MS);
      }
      await sleep(CALM_MS);
      return until;
    });
  }
}
