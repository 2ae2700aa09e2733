/** The shop that is measured: a database with a catalogue and shoppers, and the built server. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../scripts/children.ts';
import {
  administer,
  databaseUrl,
  type PostgresServer,
  providePostgres,
} from '../scripts/postgres.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import { type Server, type StartOptions, startServer } from './processes.ts';
import { catalogueFile } from './search/feed.ts';
import { addShoppers, type Shopper } from './shoppers.ts';

export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
export type EngineName = keyof typeof engineNames;

/** A database with the shop's tables. */
export interface Database {
  engine: EngineName;
  /** The shop's setting: `DATA_DIR` or `DATABASE_URL`. */
  env: Record<string, string>;
  storage: Storage;
  /** The process of a PostgreSQL server that was started here. */
  postgresPid?: number | undefined;
}

let postgres: Promise<PostgresServer> | undefined;
let databases = 0;

export async function openDatabase(engine: EngineName): Promise<Database> {
  if (engine === 'sqlite') {
    const dataDir = mkdtempSync(join(temporaryFolder(), 'data-'));
    const storage = await openStorage({ dataDir, exclusive: false });
    return { engine, env: { DATA_DIR: dataDir }, storage };
  }
  postgres ??= providePostgres();
  const server = await postgres;
  const name = `qkart_bench_${process.pid}_${++databases}`;
  await administer(server.url, `create database ${name}`);
  const url = databaseUrl(server.url, name);
  // Filling a large database takes longer than any request may.
  const storage = await openStorage({ url, statementTimeoutMs: 0 });
  return { engine, env: { DATABASE_URL: url }, storage, postgresPid: server.pid };
}

/** At the end of a run. */
export async function stopPostgres(): Promise<void> {
  await (await postgres)?.stop();
}

export async function importCatalogue({ env }: Database, file: string): Promise<void> {
  const args = [resolve(import.meta.dirname, '../cli/qkart.ts'), 'catalogue', 'import', file];
  const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  await promisify(execFile)(process.execPath, args, options);
}

export interface FilledDatabase extends Database {
  shoppers: readonly Shopper[];
}

export async function openFilledDatabase(engine: EngineName): Promise<FilledDatabase> {
  const database = await openDatabase(engine);
  await importCatalogue(database, catalogueFile);
  return { ...database, shoppers: await addShoppers(database, 2_000) };
}

export interface Shop extends FilledDatabase {
  server: Server;
}

export function startShop({ env }: Database, options: StartOptions): Promise<Server> {
  // For a CPU profile, see docs/performance.md.
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

/** Opens a shop, and closes it afterwards. */
export async function withShop<T>(engine: EngineName, use: (shop: Shop) => Promise<T>): Promise<T> {
  const database = await openFilledDatabase(engine);
  const server = await startShop(database, {});
  const result = await use({ ...database, server });
  await server.stop();
  await database.storage.close();
  return result;
}
