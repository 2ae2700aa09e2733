/** A shop before its first request: products, and shoppers who can log in. Each simulated run begins with a copy. */

import { copyFileSync, mkdirSync } from 'node:fs';
import type { ShopIdentity } from '../contract/shop-identity.ts';
import { variantName } from '../contract/variants.ts';
import { logChange } from '../server/platform/operator-log.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Db, NewProductRow } from '../server/platform/storage/schema.ts';
import { databaseFile } from '../server/platform/storage/sqlite/data-folder.ts';
import { transact } from '../server/platform/storage/transaction.ts';
import { productDefaults } from '../server/shop/catalogue/fields/product-fields.ts';
import * as productChanges from '../server/shop/catalogue/product-changes.ts';
import { replaceIdentity } from '../server/shop/identity/store.ts';
import { hashToken } from '../server/shop/session/authentication.ts';
import { addSession, sessionEnd } from '../server/shop/session/sessions.ts';
import { insertShopper } from '../server/testing/shoppers.ts';
import { operator } from './actors/environment.ts';
import type { Product, SaleTerms } from './history.ts';

/** The simulated clock when the shop opens, in milliseconds since 1970 UTC: a minute before the new year. */
export const FIRST_MOMENT = Date.UTC(2026, 11, 31, 23, 59);
const SHOPPERS_MAX = 8;
const SESSIONS = 4;
const STOCK = 40;
/** The stock of every fourth product is not counted, so that it can be taken off sale. The next three are its variants. */
const UNCOUNTED_EVERY = 4;

export interface PreparedShop {
  folder: string;
  products: readonly Product[];
  shoppers: readonly PreparedShopper[];
}

export interface PreparedShopper {
  username: string;
  /** One for each session that the shopper can use. */
  tokens: readonly string[];
}

export async function prepareShop(folder: string): Promise<PreparedShop> {
  const products = createProducts(8, STOCK);
  const { db, close } = await openStorage({ dataDir: folder, exclusive: true });
  await addProducts(db, products);
  const shoppers = await addShoppers(db, SHOPPERS_MAX, FIRST_MOMENT);
  // The last connection that closes moves the log into the database.
  await close();
  return { folder, products, shoppers };
}

export function copyShop({ folder }: PreparedShop, to: string): void {
  mkdirSync(to, { recursive: true });
  copyFileSync(databaseFile(folder), databaseFile(to));
}

export function createProducts(count: number, stock: number): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `product-${index}`,
    costCents: 105 + 7 * index,
    stock: index % UNCOUNTED_EVERY === 0 ? null : stock,
    // A product that is taken out and added again has the usual rate.
    ...(index % UNCOUNTED_EVERY === 1 && { tax: 'low' }),
  }));
}

/** What identities say of sales. The shop begins with the first, and has none with the last. */
export const saleTerms: readonly [SaleTerms, ...SaleTerms[]] = [
  {
    ...{ name: 'Pens', taxName: 'VAT', rates: { full: 19, low: 7 }, usual: 'full' },
    timeZone: 'America/New_York',
  },
  {
    ...{ name: 'Pens', taxName: 'VAT', rates: { full: 16, low: 5 }, usual: 'full' },
    timeZone: 'Pacific/Auckland',
  },
  {
    ...{ name: 'Pens & Co', taxName: 'GST', rates: { full: 8.875, low: 0 }, usual: 'low' },
    timeZone: 'UTC',
  },
  null,
];

export function identityOf(terms: SaleTerms): ShopIdentity | undefined {
  if (terms === null) return undefined;
  const { name, taxName, usual, timeZone } = terms;
  const rates = Object.entries(terms.rates).map(([key, percent]) => {
    return { key, percent, usual: key === usual };
  });
  return { name, timeZone, tax: { name: taxName, rates } };
}

export async function addProducts(db: Db, products: readonly Product[]): Promise<void> {
  await transact(db, async (tx) => {
    const cause = { reason: 'import', at: FIRST_MOMENT } as const;
    await productChanges.addProducts(tx, products.map(productRow), cause);
    const entry = { action: 'products changed' } as const;
    await logChange(tx, { operator, newId: () => 'first products' }, entry, FIRST_MOMENT);
  });
  await replaceIdentity(
    { db, now: () => FIRST_MOMENT, newId: () => 'first', operator },
    identityOf(saleTerms[0]),
  );
}

/** @param index the product's place in the catalogue, from 0 */
export function productRow(
  { id, costCents, stock, tax = null }: Omit<Product, 'tax'> & { tax?: string | null },
  index: number,
): NewProductRow {
  const group = Math.floor(index / UNCOUNTED_EVERY);
  const option = `Size ${index % UNCOUNTED_EVERY}`;
  return {
    ...productDefaults,
    id,
    position: index + 1,
    name: variantName(`Pen number ${group}`, option),
    group_id: `pen-${group}`,
    option,
    category: 'Pens',
    cost_cents: costCents,
    rating_halves: 9,
    image: '/pen.webp',
    tax,
    stock,
    updated_at: FIRST_MOMENT,
  };
}

/** Adds shoppers without a password. @param now when their sessions begin */
export async function addShoppers(db: Db, count: number, now: number): Promise<PreparedShopper[]> {
  const shoppers = Array.from({ length: count }, (_, index) => {
    const username = `shopper-${index + 1}`;
    const tokens = Array.from({ length: SESSIONS }, (_, session) => `${username}-${session}`);
    return { username, tokens };
  });
  // The audit expects a hash of this form.
  const passwordHash = '$argon2id$';
  let ids = 0;
  const services = { now: () => now, newId: () => `prepared-${++ids}` };
  await transact(db, async (tx) => {
    for (const { username, tokens } of shoppers) {
      const [token = '', ...others] = tokens;
      const { userId } = await insertShopper(tx, services, { username, token, passwordHash });
      for (const other of others) {
        const tokenHash = hashToken(other);
        const session = { tokenHash, userId, expiresAt: sessionEnd(now), browser: '' };
        await addSession(tx, session, now);
      }
    }
  });
  return shoppers;
}
