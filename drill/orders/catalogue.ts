/** An operator changes prices and stock, and removes and restores products, from another process than the shop. */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../contract/refusals.ts';
import { lockCatalogue } from '../../server/platform/storage/locks.ts';
import type { Db, Tx } from '../../server/platform/storage/schema.ts';
import { transact } from '../../server/platform/storage/transaction.ts';
import * as catalogue from '../../server/shop/catalogue/store.ts';
import { type Change, type History, isResponse, type Product } from '../history.ts';
import type { Random } from '../random.ts';
import { productRow } from '../shop.ts';

/** The maximum of responses to shoppers between two changes. */
const RESPONSES_MAX = 30;
const RETRY_MS = 50;

interface Changing {
  db: Db;
  history: History;
  random: Random;
  products: readonly Product[];
  isClosing(): boolean;
}

export async function changeCatalogue(changing: Changing): Promise<void> {
  const { db, history, random, products, isClosing } = changing;
  const offSale = new Set<string>();
  while (!isClosing()) {
    await history.until(isResponse, random.between(1, RESPONSES_MAX));
    const product = random.pick(products);
    const change = decideChange(product, random, offSale.has(product.id));
    const id = history.nextId();
    history.add({ kind: 'change', id, change });
    const index = products.indexOf(product);
    const stock = await commitOnce(db, (tx) => applyChange(tx, product, index, change));
    history.add({ kind: 'changed', id, ...stock });
    if (change.onSale === false) offSale.add(product.id);
    else if (change.onSale) offSale.delete(product.id);
  }
}

/** A product with stock stays on sale, so that every unit can be checked. */
export function decideChange(
  { id: productId, stock }: Product,
  random: Random,
  isOffSale: boolean,
): Change {
  const costCents = random.between(99, 9_999);
  if (isOffSale) return { productId, costCents, onSale: true };
  if (random.chance(0.5)) return { productId, costCents };
  if (stock === null) return { productId, onSale: false };
  return { productId, stockBy: random.between(-15, 30) };
}

/** Retries until the work is committed. The written version shows whether a commit without a reply succeeded. */
async function commitOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const version = randomUUIDv7();
  let result: T | undefined;
  for (;;) {
    try {
      const isCommitted = (await catalogue.readVersion(db)) === version;
      if (result !== undefined && isCommitted) return result;
      return await transact(db, async (tx) => {
        await lockCatalogue(tx);
        result = await work(tx);
        await catalogue.writeVersion(tx, version);
        return result;
      });
    } catch (error) {
      // The database is unavailable.
      if (!(error instanceof Refusal)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** @returns the stock before and after */
export async function applyChange(tx: Tx, product: Product, index: number, change: Change) {
  const { costCents, onSale, stockBy = 0 } = change;
  const row = await tx
    .selectFrom('products')
    .select('stock')
    .where('id', '=', product.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const before = row?.stock ?? null;
  const after = before === null ? null : Math.max(0, before + stockBy);
  if (onSale === true) {
    const row = productRow({ ...product, costCents: costCents ?? product.costCents }, index);
    await catalogue.upsertProducts(tx, [row]);
  } else if (onSale === false && index % 2 === 0) {
    await catalogue.removeProducts(tx, [product.id]);
  } else {
    const cost = costCents !== undefined && { cost_cents: costCents };
    const stock = stockBy !== 0 && { stock: after };
    const changes = {
      position: index + 1,
      ...cost,
      ...stock,
      ...(onSale === false && { active: 0 }),
    };
    await catalogue.changeProducts(tx, [changes], Date.now());
  }
  return { before, after };
}
