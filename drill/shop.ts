/** Products and accounts that a scenario puts into the database before its load begins. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { addAddress } from '../server/addresses/store.ts';
import { hashPassword } from '../server/auth/passwords.ts';
import { sessionEnd } from '../server/auth/rules.ts';
import { addSession, addUser } from '../server/auth/store.ts';
import { upsertProducts, writeVersion } from '../server/catalogue/store.ts';
import { hashToken } from '../server/http/authentication.ts';
import type { Db, NewProductRow, Tx } from '../server/storage/schema.ts';
import { openStorage, type StorageOptions } from '../server/storage/storage.ts';
import { transact } from '../server/storage/transaction.ts';
import { openWallet } from '../server/wallet/store.ts';
import type { Product } from './history.ts';

/** More than anybody spends in a scenario. */
export const GRANT_CENTS = 100_000_000;

/** Stock of every third product is counted, from so many units on. */
export function createProducts(count: number, stock: number): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `product-${index}`,
    costCents: 105 + 7 * index,
    stock: index % 3 === 0 ? stock : null,
  }));
}

export async function addProducts(db: Db, products: readonly Product[]): Promise<void> {
  await transact(db, async (tx) => {
    await upsertProducts(tx, products.map(productRow));
    await writeVersion(tx, randomUUIDv7());
  });
}

/** @param index its place in the shop, from 0 */
export function productRow({ id, costCents, stock }: Product, index: number): NewProductRow {
  return {
    id,
    name: `${index % 3 === 0 ? 'Lamp' : 'Pen'} number ${index}`,
    cost_cents: costCents,
    stock,
    position: index + 1,
    category: 'Drills',
    categories: '',
    brand: '',
    description: '',
    popularity: 0,
    rating_halves: 9,
    image: '/drill.webp',
    active: 1,
    updated_at: Date.now(),
  };
}

/** A shop with 100 products, and shoppers who are logged in. */
export async function seedShop(
  options: StorageOptions,
  shoppers: number,
): Promise<{ products: Product[]; accounts: Account[] }> {
  const { db, close } = await openStorage(options);
  try {
    const products = createProducts(100, 1_000_000);
    await addProducts(db, products);
    return { products, accounts: await addAccounts(db, shoppers) };
  } finally {
    await close();
  }
}

/** A shopper who is logged in and has an address and money. */
export interface Account {
  userId: string;
  token: string;
  addressId: string;
}

export async function addAccounts(db: Db, count: number): Promise<Account[]> {
  // One password for all, because hashing is slow on purpose.
  const passwordHash = await hashPassword(randomBytes(16).toString('hex'));
  return db.transaction().execute(async (tx) => {
    const accounts: Account[] = [];
    for (let number = 1; number <= count; number++) {
      accounts.push(await addAccount(tx, `drill-shopper-${number}`, passwordHash));
    }
    return accounts;
  });
}

async function addAccount(tx: Tx, username: string, passwordHash: string): Promise<Account> {
  const now = Date.now();
  const [userId, addressId, transactionId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const token = randomBytes(32).toString('base64url');
  await addUser(tx, { id: userId, username, passwordHash }, now);
  await openWallet(tx, { userId, grantCents: GRANT_CENTS, transactionId, now });
  await addSession(tx, { tokenHash: hashToken(token), userId, expiresAt: sessionEnd(now) }, now);
  await addAddress(tx, userId, { _id: addressId, address: '1 Long Road' });
  return { userId, token, addressId };
}
