/** Shops of several sizes, on one engine and at the same time. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { readProducts } from '../search/feed.ts';
import { fillCatalogue } from '../search/fill.ts';
import { makeMany } from '../search/many.ts';
import {
  createEmptyDatabase,
  type EmptyDatabase,
  type EngineName,
  postgresPid,
  type Shop,
  startShop,
} from '../speed/stage.ts';
import { addShoppers, type Shopper } from './shoppers.ts';

export interface Size {
  products: number;
  carts: number;
}

export interface SizedShop {
  size: Size;
  database: EmptyDatabase;
  server: Shop;
  databasePid: number | undefined;
  /** Some of those that have a cart, from all over. */
  shoppers: readonly Shopper[];
  /** Words that hardly another product has. */
  rareWords: readonly string[];
}

/** Making the index of a million products takes minutes, and those of all sizes are made at once. */
const START_TIMEOUT_MS = 30 * 60_000;
/** More than the index remembers the places of. */
const RARE_WORDS = 600;
/** The model number that `makeMany` gives a product, where it looks like no other word. */
const MODEL_NUMBER = / ([A-Z]\d[A-Z\d]{2})-\d+ - \w+$/;

export async function startSizedShop(engine: EngineName, size: Size): Promise<SizedShop> {
  const database = await createEmptyDatabase(engine);
  const { db } = database;
  await fillCatalogue({ db, newId: () => randomUUIDv7() }, makeMany(readProducts(), size.products));
  const ids = Array.from({ length: size.products }, (_, index) => String(index + 1));
  const shoppers = await addShoppers(db, size.carts, ids);
  // What a server that runs for a while has done by itself; SQLite does nothing of the kind.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(db);
  return {
    size,
    database,
    server: await startShop(database, { timeoutMs: START_TIMEOUT_MS }),
    databasePid: engine === 'postgres' ? await postgresPid() : undefined,
    shoppers,
    rareWords: await findRareWords(database),
  };
}

async function findRareWords({ db }: EmptyDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('name')
    .orderBy('position')
    .limit(RARE_WORDS * 10)
    .execute();
  return rows.flatMap(({ name }) => MODEL_NUMBER.exec(name)?.[1] ?? []).slice(0, RARE_WORDS);
}
