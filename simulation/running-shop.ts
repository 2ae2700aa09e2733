/** Starts a simulated process: the real app and its webhooks on the real storage, with clock and ids of the seed. */

import { type RawBuilder, sql } from 'kysely';
import { type AppOptions, buildApp } from '../server/app.ts';
import { noMeter } from '../server/platform/metrics/meter.ts';
import type { AppServices } from '../server/platform/services.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { Deliverer } from '../server/platform/webhooks/deliver.ts';
import { WebhookOutbox } from '../server/platform/webhooks/outbox.ts';
import { readBacklog } from '../server/platform/webhooks/store.ts';
import { readVersion } from '../server/shop/catalogue/store.ts';
import { type Crashing, ShopProcess } from './process.ts';
import { createReceiver } from './receiver.ts';
import { watchStatements } from './storage.ts';
import type { World } from './world.ts';

/** With this value of `pragma synchronous`, a commit waits for the disk. */
const SYNCHRONOUS_FULL = 2;
const config: AppOptions['config'] = {
  trustProxy: false,
  authRateLimit: 0,
  orderRateLimit: 0,
  publicUrl: 'http://shop.test',
  imageOrigin: '',
};
const noLog = { info() {}, warn() {}, error() {} };

export interface RunningShop {
  process: ShopProcess;
  app: Awaited<ReturnType<typeof buildApp>>;
  services: AppServices;
  /** Sends the events that are due. */
  deliver(): void;
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
  const services = {
    db,
    now,
    newId,
    outbox,
    meter: noMeter,
    checkDatabase: storage.check,
    catalogueVersion: () => readVersion(db),
    databaseBacklog: storage.backlog,
  };
  const stream = {
    write(line: string): void {
      // What a dead process logs, nobody reads.
      if (!process.isDead) world.history.add({ kind: 'defect', line });
    },
  };
  const app = await buildApp({ services, config, logger: { level: 'error', stream } });
  await app.ready();
  const random = world.randomOf(`retries of ${process.name}`).next;
  const send = createReceiver(world, process);
  const deliverer = new Deliverer({ db, now, random, send, log: noLog });
  outbox.onWake(() => deliverer.wake());
  void deliverer.run(process.ended);
  return {
    process,
    app,
    services,
    deliver: () => deliverer.wake(),
    countWaitingEvents: async () => (await readBacklog(storage.db, now())).waiting,
  };
}

/** Reads the setting of the connection that writes. */
async function readSynchronous(db: Db): Promise<number | undefined> {
  const query: RawBuilder<{ synchronous: number }> = sql`pragma synchronous`;
  const { rows } = await db.transaction().execute((tx) => query.execute(tx));
  return rows[0]?.synchronous;
}
