/** Empty shops to measure with, on either engine, that are gone afterwards. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, databaseUrl, providePostgres } from '../../scripts/postgres.ts';
import { watchVersion } from '../../server/catalogue/version.ts';
import type { AppServices } from '../../server/services.ts';
import { openShopperCaches } from '../../server/shoppers.ts';
import { openStorage, type StorageOptions } from '../../server/storage/storage.ts';

export interface MeasuredShop {
  services: AppServices;
  close(): Promise<void>;
}

export async function openOnSqlite(): Promise<MeasuredShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qkart-evaluate-'));
  return openShop({ dataDir, exclusive: true }, () => rm(dataDir, { recursive: true }));
}

export async function openOnPostgres(): Promise<MeasuredShop> {
  const server = await providePostgres();
  const database = `qkart_evaluate_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${database}`);
  return openShop({ url: databaseUrl(server.url, database) }, async () => {
    await administer(server.url, `drop database ${database} with (force)`);
    await server.stop();
  });
}

async function openShop(
  options: StorageOptions,
  cleanUp: () => Promise<void>,
): Promise<MeasuredShop> {
  const storage = await openStorage(options);
  const version = watchVersion(storage);
  return {
    services: {
      db: storage.db,
      ...openShopperCaches(storage),
      now: Date.now,
      newId: () => randomUUIDv7(),
      checkDatabase: storage.check,
      catalogueVersion: version.current,
    },
    async close() {
      await version.close();
      await storage.close();
      await cleanUp();
    },
  };
}
