/**
 * Fifty shoppers order while the database's primary dies, then a replica, then both replicas are
 * replaced. What they were told of has to be there, once, and none of them may be left without an answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../server/storage/storage.ts';
import { countHidden } from './balancer.ts';
import { type Check, checkBooks } from './checks.ts';
import { type Blow, type DatabasePair, promote, startDatabasePair, strike } from './database.ts';
import { newRecord, type ShoppingRecord } from './record.ts';
import { defectsIn, type Replica } from './replica.ts';
import { print, printFailover } from './report.ts';
import { type Account, fillShop } from './shop.ts';
import { shop } from './shopper.ts';
import { seconds } from './table.ts';
import { Timeline, type Window, windowOf } from './timeline.ts';
import { startTopology, type Topology } from './topology.ts';

const SHOPPERS = 50;
const THINKING_MS = 250;
const CALM_MS = 8_000;
/** What a watchdog needs to be sure that the primary is gone. */
const NOTICED_MS = 1_000;
const RECOVERY_MS = 15_000;
const REPLICA_AWAY_MS = 5_000;
const REPLICA_BACK_MS = 10_000;
/** Between two replicas of a release: as long as the load balancer takes to find that one is back. */
const SETTLING_MS = 2_000;
/** Longer than that nobody has to wait for the shop. */
const WINDOW_MAX_MS = 15_000;

/** The primary's processes die, and its machine says so. @returns whether everything held */
export const failover = () => rehearseWith('SIGKILL');

/** The primary falls silent, as a machine without power does. @returns whether everything held */
export const silence = () => rehearseWith('SIGSTOP');

async function rehearseWith(blow: Blow): Promise<boolean> {
  const database = await startDatabasePair();
  const accounts = await withDatabase(database, ({ db }) => fillShop(db, SHOPPERS));
  const topology = await startTopology(database, 2);

  const record = newRecord();
  let isClosing = false;
  const shopping = accounts.map((account) =>
    shop(topology.port, account, record, { thinkingMs: THINKING_MS, isClosing: () => isClosing }),
  );
  const timeline = new Timeline();
  const windows = await rehearse(timeline, { blow, database, topology });
  isClosing = true;
  await Promise.all(shopping);
  // Who is stopped can't be asked to go.
  strike(database.primary, 'SIGKILL');

  const found = windows.map((window) => window(accounts, record));
  const checks = [
    ...checkShoppers(record, found),
    ...checkReplicas(topology.replicas),
    ...(await withDatabase(database, ({ db }) => checkBooks(db, record))),
  ];
  const hidden = countHidden(topology.balancer);
  printFailover({ phases: timeline.phases, windows: found, record, checks, hidden });
  return checks.every((check) => check.found.length === 0);
}

type WindowLater = (accounts: readonly Account[], record: ShoppingRecord) => Window;

interface Rehearsal {
  blow: Blow;
  database: DatabasePair;
  topology: Topology;
}

/** @returns the faults; how long each was felt is known when shopping is over */
async function rehearse(
  timeline: Timeline,
  { blow, database, topology: { replicas } }: Rehearsal,
): Promise<WindowLater[]> {
  const windows: WindowLater[] = [];
  const fault = async (name: string, work: (isOver: () => void) => Promise<void>) => {
    let until = performance.now();
    await timeline.phase(name, () =>
      work(() => {
        until = performance.now();
      }),
    );
    const phase = timeline.phases.at(-1);
    if (phase === undefined) throw new Error('A phase is missing');
    windows.push((accounts, record) =>
      windowOf(
        phase,
        until,
        accounts.map(({ userId }) => userId),
        record,
      ),
    );
  };
  const [first, second] = replicas;
  if (first === undefined || second === undefined) throw new Error('Two replicas are needed');

  await timeline.phase('calm', () => sleep(CALM_MS));
  await fault(blow === 'SIGKILL' ? 'primary killed' : 'primary silent', async () => {
    strike(database.primary, blow);
    await sleep(NOTICED_MS);
    const asked = performance.now();
    await promote(database.standby);
    print(`The standby was promoted in ${seconds(performance.now() - asked)} s.\n\n`);
    await sleep(RECOVERY_MS);
  });
  await fault('replica killed', async () => {
    first.process.kill('SIGKILL');
    await sleep(REPLICA_AWAY_MS);
    await first.restart();
    await sleep(REPLICA_BACK_MS);
  });
  await fault('rolling restart', async (isOver) => {
    for (const replica of [first, second]) {
      await restartInOrder(replica);
      isOver();
      await sleep(SETTLING_MS);
    }
  });
  await timeline.phase('calm again', () => sleep(CALM_MS));
  return windows;
}

async function restartInOrder(replica: Replica): Promise<void> {
  replica.process.kill('SIGTERM');
  replica.stops.push(await replica.process.ended);
  await replica.restart();
}

/** @param windows the first of them is the primary's: what a replica fails is the load balancer's to hide */
function checkShoppers(record: ShoppingRecord, windows: readonly Window[]): Check[] {
  const [away] = windows;
  const isWithin = ({ at }: { at: number }) => away && at >= away.from && at <= away.to;
  return [
    { name: 'everybody got an answer, and nobody was refused', found: record.complaints },
    {
      name: 'every error was mended by trying again',
      found: record.failures.filter(({ isMended }) => !isMended).map(({ what }) => what),
    },
    {
      name: 'errors were seen only while the primary was away',
      found: record.failures.filter((failure) => !isWithin(failure)).map(({ what }) => what),
    },
    {
      name: `everybody could order again within ${WINDOW_MAX_MS / 1_000} s`,
      found: windows.filter(({ until, to }) => to - until > WINDOW_MAX_MS).map(({ name }) => name),
    },
  ];
}

/** A replica that nobody stopped is there, and none calls anything a defect of its own. */
function checkReplicas(replicas: readonly Replica[]): Check[] {
  const processes = replicas.flatMap((replica) => replica.processes);
  const gone = replicas.filter(({ process }) => process.hasEnded());
  return [
    { name: 'no replica went away by itself', found: gone.map(({ process }) => process.output()) },
    {
      name: 'a replica that was told to stop answered everybody first',
      found: replicas
        .flatMap(({ stops }) => stops)
        .filter((code) => code !== 0)
        .map((code) => `exit code ${code}`),
    },
    { name: 'no replica logged a defect', found: processes.flatMap(defectsIn) },
  ];
}

async function withDatabase<T>(
  { url }: DatabasePair,
  work: (storage: Awaited<ReturnType<typeof openStorage>>) => Promise<T>,
): Promise<T> {
  const storage = await openStorage({ url, statementTimeoutMs: 0 });
  return work(storage).finally(() => storage.close());
}
