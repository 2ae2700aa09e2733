/** Opens the database of the shop that the settings name, and closes it after the work. */
import { randomUUIDv7 } from 'node:crypto';
import { readConfig } from '../server/platform/config.ts';
import type { AppServices } from '../server/platform/services.ts';
import { openReadOnly } from '../server/platform/storage/read-only.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { existingDatabase } from '../server/platform/storage/sqlite/data-folder.ts';
import { openStorage, type Storage } from '../server/platform/storage/storage.ts';
import { Outbox } from '../server/shop/events/outbox.ts';
import { openShopperCaches } from '../server/shop/shoppers.ts';

type ShopServices = Pick<AppServices, 'db' | 'carts' | 'now' | 'newId' | 'events'>;
type Work<T> = (services: ShopServices, storage: Storage) => Promise<T>;

/** To change a shop, which may be running. It is created where there is none. */
export async function withServices<T>(work: Work<T>): Promise<T> {
  const { database, webhook } = readConfig(process.env);
  const storage = await openStorage({ ...database, exclusive: false });
  const { db } = storage;
  const { carts } = openShopperCaches(storage);
  const newId = () => randomUUIDv7();
  // The running shop delivers them.
  const events = webhook && new Outbox(newId);
  try {
    return await work({ db, carts, now: Date.now, newId, ...(events && { events }) }, storage);
  } finally {
    await storage.close();
  }
}

/** As `withServices`. @throws StorageError where there is no shop */
export async function withExistingShop<T>(work: Work<T>): Promise<T> {
  const { database } = readConfig(process.env);
  if ('dataDir' in database) existingDatabase(database.dataDir);
  return withServices(work);
}

/** Only to read. @throws StorageError where there is no shop, or it is of another version */
export async function readShop<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openReadOnly(readConfig(process.env).database);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
