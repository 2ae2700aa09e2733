/** Shops of several sizes, on one engine and at the same time. */
import { randomUUIDv7 } from 'node:crypto';
import { MissingPart } from '../../drill/missing.ts';
import { readProducts } from '../search/feed.ts';
import { fillCatalogue } from '../search/fill.ts';
import { makeMany } from '../search/many.ts';
import {
  createEmptyDatabase,
  type EmptyDatabase,
  type EngineName,
  type Shop,
  startShop,
  tidy,
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
  if (engine === 'postgres' && database.pid === undefined) {
    throw new MissingPart('Its CPU time is counted: unset TEST_DATABASE_URL to have one started.');
  }
  await fillCatalogue({ db, newId: () => randomUUIDv7() }, makeMany(readProducts(), size.products));
  const ids = Array.from({ length: size.products }, (_, index) => String(index + 1));
  const shoppers = await addShoppers(db, size.carts, ids);
  if (engine === 'postgres') await tidy(db);
  return {
    size,
    database,
    server: await startShop(database, { timeoutMs: START_TIMEOUT_MS }),
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
