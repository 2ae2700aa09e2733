/** The measured shop: a database with a catalogue and shoppers, and the built server. */
import { resolve } from 'node:path';
import { CATALOGUE_SIZE } from '../server/testing/generated-catalogue.ts';
import { type Database, type EngineName, importCatalogue, openDatabase } from './database.ts';
import { type Server, type StartOptions, startServer } from './processes.ts';
import { addShoppers, type FilledDatabase } from './shoppers.ts';
import type { Row } from './table.ts';

export async function openFilledDatabase(engine: EngineName): Promise<FilledDatabase> {
  const database = await openDatabase(engine);
  await importCatalogue(database, CATALOGUE_SIZE);
  return { ...database, shoppers: await addShoppers(database, 2_000) };
}

export interface Shop extends FilledDatabase {
  server: Server;
}

export function startShop({ env }: Database, options: StartOptions): Promise<Server> {
  // The variable enables a CPU profile; see docs/performance.md.
  const nodeOptions = process.env.SHOP_NODE_OPTIONS?.split(' ') ?? [];
  const settings = {
    HOST: '127.0.0.1',
    AUTH_RATE_LIMIT: '0',
    ORDER_RATE_LIMIT: '0',
    DEMO_CATALOGUE: 'off',
    ...env,
  };
  const script = resolve(import.meta.dirname, '../build/shop/main.js');
  return startServer([...nodeOptions, script], { readyPath: '/readyz', ...options, env: settings });
}

/** Opens a shop, and closes it after the measurement. */
export async function* withShop(
  engine: EngineName,
  measure: (shop: Shop) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  const database = await openFilledDatabase(engine);
  const server = await startShop(database, {});
  try {
    yield* measure({ ...database, server });
  } finally {
    await server.stop();
    await database.storage.close();
  }
}
