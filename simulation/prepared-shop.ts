/** A shop before its first request: products, and shoppers who are logged in. Each run begins with a copy. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { OPENING_BALANCE_CENTS } from '../contract/limits.ts';
import type { Product } from '../drill/history.ts';
import { addProducts, createProducts } from '../drill/shop.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Tx } from '../server/platform/storage/schema.ts';
import { databaseFile } from '../server/platform/storage/sqlite/data-folder.ts';
import { transact } from '../server/platform/storage/transaction.ts';
import { hashToken } from '../server/shop/accounts/authentication.ts';
import { sessionEnd } from '../server/shop/accounts/rules.ts';
import { addSession, addUser } from '../server/shop/accounts/store.ts';
import { openWallet } from '../server/shop/wallet/store.ts';

/** The shop's clock when it opens, in milliseconds since 1970 UTC. */
export const FIRST_MOMENT = Date.UTC(2027, 0, 1);
const SHOPPERS_MAX = 8;
const STOCK = 40;
/** The stock of every fourth product is not counted, so that it can be taken off sale. */
const UNCOUNTED_EVERY = 4;

export interface PreparedShop {
  folder: string;
  products: readonly Product[];
  shoppers: readonly PreparedShopper[];
}

export interface PreparedShopper {
  username: string;
  token: string;
}

export async function prepareShop(folder: string): Promise<PreparedShop> {
  const products = createProducts(8, STOCK).map((product, index) => {
    return { ...product, stock: index % UNCOUNTED_EVERY === 0 ? null : STOCK };
  });
  const names = Array.from({ length: SHOPPERS_MAX }, (_, index) => `shopper-${index + 1}`);
  const shoppers = names.map((username) => ({ username, token: `token-of-${username}` }));
  const { db, close } = await openStorage({ dataDir: folder, exclusive: true });
  await addProducts(db, products);
  await transact(db, async (tx) => {
    for (const shopper of shoppers) await addShopper(tx, shopper);
  });
  // The last connection that closes moves the log into the database.
  await close();
  return { folder, products, shoppers };
}

export function copyShop({ folder }: PreparedShop, to: string): void {
  mkdirSync(to, { recursive: true });
  copyFileSync(databaseFile(folder), databaseFile(to));
}

async function addShopper(tx: Tx, { username, token }: PreparedShopper): Promise<void> {
  const now = FIRST_MOMENT;
  const userId = `id-of-${username}`;
  const wallet = { userId, grantCents: OPENING_BALANCE_CENTS, transactionId: `grant-${username}` };
  // Nobody logs in with a password, which would take long to hash.
  await addUser(tx, { id: userId, username, passwordHash: '$argon2id$' }, now);
  await openWallet(tx, { ...wallet, now });
  await addSession(tx, { tokenHash: hashToken(token), userId, expiresAt: sessionEnd(now) }, now);
}
