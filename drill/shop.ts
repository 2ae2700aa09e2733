/** Goods and shoppers, put into the database before a drill begins. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { addAddress } from '../server/addresses/store.ts';
import { hashPassword } from '../server/auth/passwords.ts';
import { sessionEnd } from '../server/auth/rules.ts';
import { addSession, addUser } from '../server/auth/store.ts';
import { upsertProducts } from '../server/catalogue/store.ts';
import { hashToken } from '../server/http/authentication.ts';
import type { Db, NewProductRow, Tx } from '../server/storage/schema.ts';
import { openWallet } from '../server/wallet/store.ts';

/** Cents: more than anybody spends in a drill. */
export const GRANT_CENTS = 100_000_000;
/** Units on the shelf, of what is counted. */
export const STOCK = 1_000_000;
const PRODUCTS = 100;

export interface Goods {
  id: string;
  costCents: number;
  isCounted: boolean;
}

/** Somebody who is logged in, has an address and money. */
export interface Account {
  userId: string;
  token: string;
  addressId: string;
}

/** Every other product is counted. */
export const goods: readonly Goods[] = Array.from({ length: PRODUCTS }, (_, index) => ({
  id: `product-${String(index).padStart(3, '0')}`,
  costCents: 105 + 7 * index,
  isCounted: index % 2 === 0,
}));

export async function fillShop(db: Db, shoppers: number): Promise<Account[]> {
  await addGoods(db);
  return addAccounts(db, shoppers);
}

async function addGoods(db: Db): Promise<void> {
  await db.transaction().execute((tx) =>
    upsertProducts(
      tx,
      goods.map(({ id, costCents, isCounted }, index) =>
        soldProduct(index, {
          id,
          name: `${index % 3 === 0 ? 'Lamp' : 'Pen'} number ${index}`,
          cost_cents: costCents,
          stock: isCounted ? STOCK : null,
        }),
      ),
    ),
  );
}

/** A row of what is on sale in a drill. @param index its place in the shop, from 0 */
export function soldProduct(
  index: number,
  row: Pick<NewProductRow, 'id' | 'name' | 'cost_cents' | 'stock'>,
): NewProductRow {
  return {
    ...row,
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

export async function addAccounts(db: Db, count: number): Promise<Account[]> {
  // One password for all: hashing is meant to be slow.
  const passwordHash = await hashPassword(randomBytes(16).toString('hex'));
  return db.transaction().execute(async (tx) => {
    const accounts: Account[] = [];
    for (let number = 1; number <= count; number++) {
      accounts.push(await addAccount(tx, `drill-shopper-${number}`, passwordHash));
    }
    return accounts;
  });
}

/** As registering, logging in and saving an address leave one. */
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
