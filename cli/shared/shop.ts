/** Opens the database of the shop that the settings name, and closes it after the work. */
import { randomUUIDv7 } from 'node:crypto';
import { userInfo } from 'node:os';
import type { NewShop } from '../../server/operations/new-shop.ts';
import { noMeter } from '../../server/platform/metrics/meter.ts';
import { OperatorError, UnfinishedChange } from '../../server/platform/operator-error.ts';
import type { Operator, OperatorServices, ShopServices } from '../../server/platform/services.ts';
import { type Config, readConfig } from '../../server/platform/settings/config.ts';
import { reasonOf } from '../../server/platform/storage/errors.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import {
  isShopThere,
  openReadOnly,
  readSnapshot,
} from '../../server/platform/storage/read-only.ts';
import type { Db, Tx } from '../../server/platform/storage/schema.ts';
import { databaseFile, isDatabaseThere } from '../../server/platform/storage/sqlite/data-folder.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';
import { noOutbox, WebhookOutbox } from '../../server/platform/webhooks/outbox.ts';
import { areEventsWanted } from '../../server/platform/webhooks/wanted.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';

type CommandServices = ShopServices & OperatorServices;
type Work<T> = (services: CommandServices, storage: Storage) => Promise<T>;

/**
 * Opens the shop to change it, while it may be running. Only the start of a shop migrates it.
 * @throws OperatorError if the shop does not exist or is of another version
 */
export async function withShop<T>(work: Work<T>): Promise<T> {
  const config = readConfig(process.env);
  await openReadOnly(config.database).then((db) => db.destroy());
  return open(config, work);
}

/**
 * Works like `withShop`, but the work can create a shop that does not exist.
 * @throws OperatorError if the shop is of another version; UnfinishedChange if it is created, and the rest fails
 */
export async function withNewOrExistingShop<T>(
  work: (shop: CommandServices | NewShop) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  if (await isShopThere(config.database)) return open(config, work);
  return work({ now: Date.now, create: (write) => create(config, write) });
}

async function create<T>(config: Config, write: Work<T>): Promise<T> {
  try {
    return await open(config, (services, storage) =>
      write(services, storage).catch((error: unknown) => {
        throw created('The shop was created, and is empty.', error);
      }),
    );
  } catch (error) {
    const { database } = config;
    const isBegun = 'dataDir' in database && isDatabaseThere(database.dataDir);
    if (!(error instanceof OperatorError) || !isBegun) throw error;
    const file = databaseFile(database.dataDir);
    throw created(`${file} was created, but has no shop yet.`, error);
  }
}

function created(what: string, failure: unknown): UnfinishedChange {
  return new UnfinishedChange('nothing', `${what} Nothing else was changed.`, failure);
}

async function open<T>({ database }: Config, work: Work<T>): Promise<T> {
  const storage = await openStorage({ ...database, exclusive: false });
  for (const notice of storage.notices) process.stderr.write(`${notice}\n`);
  const { db } = storage;
  const newId = () => randomUUIDv7();
  // Only the running shop delivers the events and counts sales. It has noted whether it does.
  const outbox = (await areEventsWanted(db)) ? new WebhookOutbox(newId) : noOutbox;
  const own = { now: Date.now, newId, operator: readOperator() };
  return thenClose(storage, work({ db, ...own, outbox, meter: noMeter }, storage));
}

/** Whom the log names: `QKART_OPERATOR`, or the user of the system. */
function readOperator(): Operator {
  const name = process.env.QKART_OPERATOR?.trim();
  return { name: name || userInfo().username, origin: 'command' };
}

/** Closes the database after the work. @throws what the work throws; UnfinishedChange if only closing fails */
export async function thenClose<T>(storage: Pick<Storage, 'close'>, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work]);
  const [closed] = await Promise.allSettled([storage.close()]);
  if (outcome.status === 'rejected') throw outcome.reason;
  if (closed.status === 'rejected') {
    throw new UnfinishedChange(
      'part',
      `It was done, but closing the database failed: ${reasonOf(closed.reason)}.`,
    );
  }
  return outcome.value;
}

/** Opens the shop read-only. @throws OperatorError if it does not exist or has another schema version */
export async function readShop<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openReadOnly(readConfig(process.env).database);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Works like `readShop`, in one snapshot: unaffected by concurrent writes. */
export function readShopSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return readShop((db) => readSnapshot(db, work));
}

/** The time zone of the shop, in which people read its times. */
export async function readTimeZone(db: Db): Promise<string> {
  return (await readIdentity(db))?.timeZone ?? 'UTC';
}
