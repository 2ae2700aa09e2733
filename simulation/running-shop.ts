/** Starts a simulated process: the real app and its webhooks on the real storage, with clock and ids of the seed. */
import { type RawBuilder, sql } from 'kysely';
import { buildApp } from '../server/app.ts';
import { noMeter } from '../server/platform/metrics/meter.ts';
import type { AppServices, OperatorServices } from '../server/platform/services.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { Deliverer } from '../server/platform/webhooks/deliver.ts';
import { WebhookOutbox } from '../server/platform/webhooks/outbox.ts';
import { readBacklog } from '../server/platform/webhooks/store.ts';
import { readVersion } from '../server/shop/catalogue/store.ts';
import { issueInvoices } from '../server/shop/orders/issuer.ts';
import { testConfig } from '../server/testing/test-config.ts';
// The shop loads it on demand, which takes as many turns of the event loop as the disk needs.
import '../server/shop/identity/show.ts';
import { type OperatorProcess, operator, type Server, type Session } from './actors/environment.ts';
import { requestOf } from './actors/requests.ts';
import type { Response, ShopperOperation } from './history.ts';
import { type Crashing, ShopProcess } from './process.ts';
import { createReceiver } from './receiver.ts';
import { watchStatements } from './storage.ts';
import type { World } from './world.ts';

/** With this value of `pragma synchronous`, a commit waits for the disk. */
const SYNCHRONOUS_FULL = 2;
/** The simulated clock decides when the deliverer polls, so its timer outlasts each run. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const noLog = { info() {}, warn() {}, error() {} };

export interface RunningShop extends Server, OperatorProcess {
  process: ShopProcess;
  /** Sends the events that are due. */
  deliver(): void;
  /** Issues the invoices that are due. */
  issue(): Promise<void>;
  countWaitingEvents(): Promise<number>;
}

export async function startShop(
  world: World,
  folder: string,
  crashing: Crashing,
): Promise<RunningShop> {
  const storage = await openStorage({ dataDir: folder, exclusive: true });
  const isDurable = (await readSynchronous(storage.db)) === SYNCHRONOUS_FULL;
  const process = new ShopProcess(world, { folder, storage, isDurable }, crashing);
  const { now, newId } = world;
  const db = watchStatements(storage.db, process);
  const outbox = new WebhookOutbox(newId);
  const services: AppServices & OperatorServices = {
    db,
    now,
    newId,
    operator,
    outbox,
    meter: noMeter,
    checkDatabase: storage.check,
    catalogueVersion: () => readVersion(db),
    databaseBacklog: storage.backlog,
    emptyLog: storage.emptyLog,
  };
  const stream = {
    write(line: string): void {
      // What a dead process logs, nobody reads.
      if (!process.isDead) world.history.add({ kind: 'defect', line });
    },
  };
  const app = await buildApp({ services, config: testConfig, logger: { level: 'error', stream } });
  await app.ready();
  const random = world.randomOf(`retries of ${process.name}`).next;
  const deliverer = new Deliverer({
    ...{ db, now, random, log: noLog },
    send: createReceiver(world, process),
    pollMs: LONGEST_TIMER_MS,
  });
  outbox.onWake(() => deliverer.wake());
  process.ended.addEventListener('abort', () => void deliverer.stop(), { once: true });
  return {
    process,
    services,
    get isDead() {
      return process.isDead;
    },
    death: process.death,
    reach: () => void process.reach(),
    send: (session, operation) => inject(app, session, operation),
    deliver: () => deliverer.wake(),
    async issue() {
      await issueInvoices(services).catch((error) => stream.write(`invoices: ${error}`));
    },
    countWaitingEvents: async () => (await readBacklog(storage.db, now())).waiting,
  };
}

async function inject(
  app: Awaited<ReturnType<typeof buildApp>>,
  { token }: Session,
  operation: ShopperOperation,
): Promise<Response> {
  const { method, path, headers, body } = requestOf(operation);
  const reply = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body && { payload: body }),
  });
  const replayed = reply.headers['idempotency-replayed'] === 'true';
  return { status: reply.statusCode, body: reply.body, replayed };
}

/** Reads the setting of the connection that writes. */
async function readSynchronous(db: Db): Promise<number | undefined> {
  const query: RawBuilder<{ synchronous: number }> = sql`pragma synchronous`;
  const { rows } = await db.transaction().execute((tx) => query.execute(tx));
  return rows[0]?.synchronous;
}
