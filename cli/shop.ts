import { randomUUIDv7 } from 'node:crypto';
import { readConfig } from '../server/config.ts';
import type { Services } from '../server/services.ts';
import { openStorage } from '../server/storage/storage.ts';

/** Opens the database of the shop, which may be running, and closes it after the work. */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const { database } = readConfig(process.env);
  const storage = await openStorage({ ...database, exclusive: false });
  try {
    return await work({ db: storage.db, now: Date.now, newId: () => randomUUIDv7() });
  } finally {
    await storage.close();
  }
}
