/** Products and accounts that a scenario inserts before its load begins. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { openStorage, type StorageOptions } from '../server/platform/storage/open.ts';
import type { Db, NewProductRow, Tx } from '../server/platform/storage/schema.ts';
import { transact } from '../server/platform/storage/transaction.ts';
import { hashToken } from '../server/shop/accounts/authentication.ts';
import { hashPassword } from '../server/shop/accounts/passwords.ts';
import { sessionEnd } from '../server/shop/accounts/rules.ts';
import { addSession, addUser } from '../server/shop/accounts/store.ts';
import { addAddress } from '../server/shop/addresses/store.ts';
import { productDefaults } from '../server/shop/catalogue/product-fields.ts';
import { upsertProducts, writeVersion } from '../server/shop/catalogue/store.ts';
import { openWallet } from '../server/shop/wallet/store.ts';
import type { Product } from './history.ts';

/** @param stock the stock of every third product; the stock of the others is not counted */
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

/** @param index the product's index in the catalogue, from 0 */
export function productRow({ id, costCents, stock }: Product, index: number): NewProductRow {
  const name = `${index % 3 === 0 ? 'Lamp' : 'Pen'} number ${index}`;
  return {
    ...productDefaults,
    id,
    position: index + 1,
    name,
    category: 'Drills',
    cost_cents: costCents,
    rating_halves: 9,
    image: '/drill.webp',
    stock,
    updated_at: Date.now(),
  };
}

/** A logged-in shopper with an address and money. */
export interface Account {
  token: string;
  addressId: string;
}

export interface SeededShop {
  products: readonly Product[];
  accounts: readonly Account[];
}

/** Fills a shop with 100 products and `count` accounts. */
export async function seedShop(options: StorageOptions, count: number): Promise<SeededShop> {
  const { db, close } = await openStorage(options);
  try {
    const products = createProducts(100, 1_000_000);
    await addProducts(db, products);
    // All accounts have the same password, because hashing is slow on purpose.
    const passwordHash = await hashPassword(randomBytes(16).toString('hex'), 'drill');
    const accounts = await transact(db, async (tx) => {
      const added: Account[] = [];
      while (added.length < count) {
        added.push(await addAccount(tx, `drill-shopper-${added.length}`, passwordHash));
      }
      return added;
    });
    return { products, accounts };
  } finally {
    await close();
  }
}

async function addAccount(tx: Tx, username: string, passwordHash: string): Promise<Account> {
  const now = Date.now();
  const [userId, addressId, transactionId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const token = randomBytes(32).toString('base64url');
  await addUser(tx, { id: userId, username, passwordHash }, now);
  await openWallet(tx, { userId, grantCents: 100_000_000, transactionId, now });
  await addSession(tx, { tokenHash: hashToken(token), userId, expiresAt: sessionEnd(now) }, now);
  await addAddress(tx, userId, { _id: addressId, address: '1 Long Road' });
  return { token, addressId };
}

/** Returns an element of the list, which repeats after its end. */
export function elementOf<T>(list: readonly T[], index: number): T {
  // The remainder is a valid index of the list.
  return list[index % list.length] as T;
}
