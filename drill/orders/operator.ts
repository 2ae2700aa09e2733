/** Somebody who changes the catalogue beside the running shop, by the stores that its commands use. */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../contract/refusals.ts';
import {
  changeProducts,
  readVersion,
  removeProducts,
  upsertProducts,
  writeVersion,
} from '../../server/catalogue/store.ts';
import { lockCatalogue } from '../../server/storage/locks.ts';
import type { Db, NewProductRow, Tx } from '../../server/storage/schema.ts';
import { transact } from '../../server/storage/transaction.ts';
import { soldProduct } from '../shop.ts';
import { type Change, type History, isAnswer, type SoldProduct } from './history.ts';
import type { Random } from './random.ts';

const PRODUCTS = 12;
/** Every third product is counted; those stay on sale, so that every unit can be accounted for. */
const COUNTED_EVERY = 3;
const STOCK = 60;
const STOCK_BY_MAX = 30;
const COST_MIN_CENTS = 99;
const COST_MAX_CENTS = 9_999;
/** Between two changes. */
const ANSWERS_MAX = 30;
const RETRY_MS = 50;

export const products: readonly SoldProduct[] = Array.from({ length: PRODUCTS }, (_, index) => ({
  id: `product-${index}`,
  costCents: 250 + 731 * index,
  stock: index % COUNTED_EVERY === 0 ? STOCK : null,
}));

export async function fillShelves(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    await upsertProducts(
      tx,
      products.map(({ id }) => rowOf(id)),
    );
    await writeVersion(tx, randomUUIDv7());
  });
}

export interface Operating {
  db: Db;
  history: History;
  random: Random;
  isClosing(): boolean;
}

/** One change after the other, until the shop closes. */
export async function operate(operating: Operating): Promise<void> {
  const { db, history, random, isClosing } = operating;
  const offSale = new Set<string>();
  while (!isClosing()) {
    await history.until(isAnswer, random.between(1, ANSWERS_MAX));
    const change = decide(random, offSale);
    const number = history.changing(change);
    history.add({ kind: 'changed', change: number, ...(await insist(db, change)) });
    if (change.onSale === false) offSale.add(change.productId);
    else if (change.onSale) offSale.delete(change.productId);
  }
}

function decide(random: Random, offSale: ReadonlySet<string>): Change {
  const { id: productId, stock } = random.pick(products);
  const costCents = random.between(COST_MIN_CENTS, COST_MAX_CENTS);
  if (offSale.has(productId)) return { productId, costCents, onSale: true };
  if (random.chance(0.5)) return { productId, costCents };
  if (stock === null) return { productId, onSale: false };
  return { productId, stockBy: random.between(-STOCK_BY_MAX / 2, STOCK_BY_MAX) };
}

/** Units on the shelf before a change and after it; null where they aren't counted. */
interface Shelf {
  before: number | null;
  after: number | null;
}

/** Makes the change once, whatever happens to the database. */
async function insist(db: Db, change: Change): Promise<Shelf> {
  const version = randomUUIDv7();
  let shelf: Shelf = { before: null, after: null };
  for (;;) {
    try {
      // What failed may have been done all the same: then the catalogue is at this version.
      if ((await readVersion(db)) === version) return shelf;
      await transact(db, async (tx) => {
        shelf = await apply(tx, change);
        await writeVersion(tx, version);
      });
      return shelf;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function apply(
  tx: Tx,
  { productId, costCents, onSale, stockBy = 0 }: Change,
): Promise<Shelf> {
  await lockCatalogue(tx);
  // Nobody sells of it between the look and the change.
  const row = await tx
    .selectFrom('products')
    .select(['position', 'stock'])
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const before = row?.stock ?? null;
  const after = before === null ? null : Math.max(0, before + stockBy);
  if (onSale === true) await upsertProducts(tx, [rowOf(productId, costCents)]);
  else if (onSale === false && isRemoved(productId)) await removeProducts(tx, [productId]);
  else if (row) {
    const offer = {
      position: row.position,
      ...(costCents !== undefined && { cost_cents: costCents }),
      ...(stockBy !== 0 && { stock: after }),
      ...(onSale === false && { active: 0 }),
    };
    await changeProducts(tx, [offer], Date.now());
  }
  return { before, after };
}

/** Some are taken out, the others are only kept from view. */
function isRemoved(productId: string): boolean {
  return products.findIndex(({ id }) => id === productId) % 2 === 0;
}

function rowOf(productId: string, costCents?: number): NewProductRow {
  const index = products.findIndex(({ id }) => id === productId);
  const product = products[index];
  if (product === undefined) throw new Error(`Nobody sells ${productId}`);
  return soldProduct(index, {
    id: productId,
    name: `Product ${index}`,
    cost_cents: costCents ?? product.costCents,
    stock: product.stock,
  });
}
