/** Creates shoppers with a wallet, an address and a session, and their requests. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { paths } from '../contract/paths.ts';
import { addAddress } from '../server/shop/addresses/store.ts';
import { insertShopper, type TestShopper } from '../server/testing/shoppers.ts';
import type { Database } from './database.ts';
import type { Call } from './load.ts';

/** Cents; more than any measurement spends. */
const GRANT_CENTS = 100_000_000;

export interface Shopper extends TestShopper {
  addressId: string;
}

export interface FilledDatabase extends Database {
  shoppers: readonly Shopper[];
}

/** Adds shoppers without a password, because hashing is slow. */
export async function addShoppers({ engine, storage }: Database, count: number) {
  const context = { now: Date.now, newId: () => randomUUIDv7() };
  const shoppers = await storage.db.transaction().execute(async (tx) => {
    const shoppers: Shopper[] = [];
    for (let n = 1; n <= count; n++) {
      const account = { username: `shopper-${n}`, grantCents: GRANT_CENTS };
      const shopper = await insertShopper(tx, context, account);
      const addressId = randomUUIDv7();
      await addAddress(tx, shopper.userId, { _id: addressId, address: '1 Long Road' });
      shoppers.push({ ...shopper, addressId });
    }
    return shoppers;
  });
  // Autovacuum does this sooner or later.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(storage.db);
  return shoppers;
}

/** Replaces all carts. @param products the number of products over which the lines are spread */
export async function fillCarts(
  { engine, storage, shoppers }: FilledDatabase,
  { lines, products = 60 }: { lines: number; products?: number },
): Promise<void> {
  const rows = shoppers.flatMap(({ userId }, shopper) =>
    Array.from({ length: lines }, (_, place) => {
      // A prime number spreads the lines over the catalogue.
      const position = 1 + (((shopper * lines + place) * 7_919) % products);
      return {
        user_id: userId,
        product_id: sql<string>`(select id from products where position = ${position})`,
        qty: 1,
        place,
      };
    }),
  );
  await storage.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('cart_items').execute();
    while (rows.length > 0) await tx.insertInto('cart_items').values(rows.splice(-500)).execute();
  });
  if (engine === 'postgres') await sql`vacuum analyze cart_items, wallets`.execute(storage.db);
}

export function getCart({ token }: Shopper): Call {
  return { path: paths.cart, headers: { authorization: `Bearer ${token}` } };
}

export function saveAddress(shopper: Shopper): Call {
  return post(paths.addresses, shopper, { address: '12 Harbour Road' });
}

export function checkOut(shopper: Shopper): Call {
  const key = { 'idempotency-key': randomUUID() };
  return post(paths.checkout, shopper, { addressId: shopper.addressId }, key);
}

function post(path: string, { token }: Shopper, body: object, headers = {}): Call {
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

export function changeCart(shopper: Shopper, productId: string, qty: number): Call {
  return post(paths.cart, shopper, { productId, qty });
}

/** Changes each cart to another quantity each time, because an unchanged quantity is not written. */
export async function cartChanges({ storage, shoppers }: FilledDatabase): Promise<Call[]> {
  const products = storage.db.selectFrom('products').select('id').orderBy('position').limit(5);
  const ids = (await products.execute()).map(({ id }) => id);
  return Array.from({ length: 9 }, (_, index) =>
    shoppers.map((shopper, number) =>
      changeCart(shopper, ids[number % ids.length] ?? '', index + 1),
    ),
  ).flat();
}
