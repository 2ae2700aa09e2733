/** The shop that is measured: the server as it is deployed, with a catalogue and shoppers. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Child, drillFolder } from '../../drill/children.ts';
import { type Readiness, startServer } from '../../drill/replica.ts';
import { type Account, addAccounts } from '../../drill/shop.ts';
import {
  administer,
  databaseUrl,
  freePort,
  type PostgresServer,
  providePostgres,
} from '../../scripts/postgres.ts';
import type { Db } from '../../server/storage/schema.ts';
import { openStorage } from '../../server/storage/storage.ts';
import { runCatalogue } from '../catalogue/command.ts';
import { demoFile, feedFile } from '../search/feed.ts';

export type EngineName = 'sqlite' | 'postgres';
export const engines: Record<EngineName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

const ACCOUNTS = 2_000;
/** Products that are bought: this many, of those that cost less. */
const PRODUCTS = 60;
const COST_MAX_CENTS = 10_000;
/** Written by one statement. */
const ROWS = 500;

/** A database with the shop's tables and nothing in them. */
export interface EmptyDatabase {
  engine: EngineName;
  /** `DATA_DIR` or `DATABASE_URL`. */
  settings: Record<string, string>;
  /** PostgreSQL's process, where it was started here. */
  pid: number | undefined;
  db: Db;
  close(): Promise<void>;
}

/** One that is filled, for the shop itself or for what it is compared with. */
export interface Database extends EmptyDatabase {
  accounts: readonly Account[];
  /** Ids of products, the best known first. */
  productIds: readonly string[];
}

export async function createEmptyDatabase(engine: EngineName): Promise<EmptyDatabase> {
  const { settings, pid } = engine === 'sqlite' ? newFolder() : await newPostgresDatabase();
  const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = settings;
  const { db, close } = await openStorage(
    // What fills a database may take its time.
    url ? { url, statementTimeoutMs: 0 } : { dataDir, exclusive: false },
  );
  return { engine, settings, pid, db, close };
}

/** An empty database, filled with the real products where they are, else with the demo catalogue. */
export async function createDatabase(engine: EngineName): Promise<Database> {
  const database = await createEmptyDatabase(engine);
  const { db, settings } = database;
  const file = existsSync(feedFile) ? feedFile : demoFile;
  await runCatalogue(['import', file], { env: settings });
  const accounts = await addAccounts(db, ACCOUNTS);
  const products = await db
    .selectFrom('products')
    .select('id')
    .where('cost_cents', '<', COST_MAX_CENTS)
    .orderBy('position')
    .limit(PRODUCTS)
    .execute();
  return { ...database, accounts, productIds: products.map(({ id }) => id) };
}

type Place = Pick<EmptyDatabase, 'settings' | 'pid'>;

let folders = 0;

function newFolder(): Place {
  const folder = join(drillFolder(), `data-${++folders}`);
  mkdirSync(folder);
  return { settings: { DATA_DIR: folder }, pid: undefined };
}

let postgres: Promise<PostgresServer> | undefined;
let databases = 0;

async function newPostgresDatabase(): Promise<Place> {
  postgres ??= providePostgres();
  const { url, pid } = await postgres;
  const name = `qkart_bench_${process.pid}_${++databases}`;
  await administer(url, `create database ${name}`);
  return { settings: { DATABASE_URL: databaseUrl(url, name) }, pid };
}

export async function stopPostgres(): Promise<void> {
  await (await postgres)?.stop();
  postgres = undefined;
}

/** Puts products into the carts of shoppers, whatever was in them. */
export async function fillCarts(
  { engine, db, accounts, productIds }: Database,
  lines: number,
): Promise<void> {
  const rows = accounts.flatMap(({ userId }, shopper) =>
    Array.from({ length: lines }, (_, place) => ({
      user_id: userId,
      product_id: productIds[(shopper + place) % productIds.length] as string,
      qty: 1,
      place,
    })),
  );
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('cart_items').execute();
    for (let from = 0; from < rows.length; from += ROWS) {
      await tx
        .insertInto('cart_items')
        .values(rows.slice(from, from + ROWS))
        .execute();
    }
  });
  if (engine === 'postgres') await tidy(db);
}

/** What a PostgreSQL server that runs for a while does by itself, sooner or later. */
export async function tidy(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db);
}

/** A server that answers: the shop's, or what it is compared with. */
export interface Shop {
  port: number;
  process: Child;
  /** Of the database that it asks, where that is another process. */
  databasePid?: number | undefined;
}

export async function startShop(
  { settings, pid }: Pick<Database, 'settings'> & Partial<Pick<Database, 'pid'>>,
  readiness?: Readiness,
): Promise<Shop> {
  const port = await freePort();
  const process = await startServer(port, { ...settings, DEMO_CATALOGUE: 'off' }, readiness);
  return { port, process, databasePid: pid };
}

export async function stop({ process }: Shop): Promise<void> {
  process.kill('SIGTERM');
  await process.ended;
}
