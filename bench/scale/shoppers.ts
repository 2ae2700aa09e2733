/** Shoppers by the million, with what registering, logging in and shopping leave of each of them. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { usernameKey } from '../../contract/credentials.ts';
import { type Account, GRANT_CENTS } from '../../drill/shop.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { sessionEnd } from '../../server/auth/rules.ts';
import { hashToken } from '../../server/http/authentication.ts';
import type { Db, Tx } from '../../server/storage/schema.ts';

export interface Shopper extends Account {
  /** What is in the cart, in its order. */
  productIds: readonly string[];
}

const LINES = 2;
/** Shoppers that one transaction adds. */
const BATCH = 1_000;
/** However many there are, so many do something: as many others stand between any two of them. */
const ACTIVE = 1_000;

/** @returns some of them, from the first to the last */
export async function addShoppers(
  db: Db,
  count: number,
  products: readonly string[],
): Promise<Shopper[]> {
  // One password for all: hashing is meant to be slow.
  const passwordHash = await hashPassword(randomBytes(16).toString('hex'));
  const every = Math.ceil(count / ACTIVE);
  const active: Shopper[] = [];
  for (let added = 0; added < count; added += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - added) }, (_, index) =>
      newShopper(added + index, products),
    );
    await db.transaction().execute((tx) => addBatch(tx, batch, passwordHash));
    active.push(...batch.filter((_, index) => (added + index) % every === 0));
  }
  return active;
}

function newShopper(number: number, products: readonly string[]): Shopper {
  return {
    userId: randomUUIDv7(),
    token: randomBytes(32).toString('base64url'),
    addressId: randomUUIDv7(),
    // From all over the catalogue: 7919 is a prime, so neighbours have nothing in common.
    productIds: Array.from(
      { length: LINES },
      (_, line) => products[((number * LINES + line) * 7_919) % products.length] as string,
    ),
  };
}

async function addBatch(tx: Tx, batch: readonly Shopper[], passwordHash: string): Promise<void> {
  const now = Date.now();
  await tx
    .insertInto('users')
    .values(
      batch.map(({ userId }) => {
        const username = `shopper-${userId}`;
        const names = { username, username_key: usernameKey(username) };
        return { id: userId, ...names, password_hash: passwordHash, created_at: now };
      }),
    )
    .execute();
  await tx
    .insertInto('wallets')
    .values(batch.map(({ userId }) => ({ user_id: userId, balance_cents: GRANT_CENTS })))
    .execute();
  await tx
    .insertInto('ledger_entries')
    .values(batch.flatMap(({ userId }) => grantEntries(userId, now)))
    .execute();
  await tx
    .insertInto('sessions')
    .values(
      batch.map(({ userId, token }) => {
        return { token_hash: hashToken(token), user_id: userId, expires_at: sessionEnd(now) };
      }),
    )
    .execute();
  await tx
    .insertInto('addresses')
    .values(
      batch.map(({ userId, addressId }) => {
        return { id: addressId, user_id: userId, address: '1 Long Road', place: 1 };
      }),
    )
    .execute();
  await addCarts(tx, batch);
}

function grantEntries(userId: string, now: number) {
  const shared = {
    transaction_id: randomUUIDv7(),
    user_id: userId,
    order_id: null,
    made_at: now,
  };
  return [
    { ...shared, account: 'grants' as const, amount_cents: -GRANT_CENTS },
    { ...shared, account: 'wallet' as const, amount_cents: GRANT_CENTS },
  ];
}

async function addCarts(tx: Tx, shoppers: readonly Shopper[]): Promise<void> {
  await tx
    .insertInto('cart_items')
    .values(
      shoppers.flatMap(({ userId, productIds }) =>
        productIds.map((productId, place) => {
          return { user_id: userId, product_id: productId, qty: 1, place };
        }),
      ),
    )
    .execute();
}

/** Makes the carts as they were, whatever was bought meanwhile. */
export async function refillCarts(db: Db, shoppers: readonly Shopper[]): Promise<void> {
  for (let from = 0; from < shoppers.length; from += BATCH) {
    const batch = shoppers.slice(from, from + BATCH);
    await db.transaction().execute(async (tx) => {
      const userIds = batch.map(({ userId }) => userId);
      await tx.deleteFrom('cart_items').where('user_id', 'in', userIds).execute();
      await addCarts(tx, batch);
    });
  }
}
