/** A merchant changes prices and stock, and takes products off sale and back. */

import type { Services } from '../../server/platform/services.ts';
import { lockCatalogue } from '../../server/platform/storage/locks.ts';
import type { Tx } from '../../server/platform/storage/schema.ts';
import { transact } from '../../server/platform/storage/transaction.ts';
import { changeProducts, removeProducts } from '../../server/shop/catalogue/product-changes.ts';
import * as catalogue from '../../server/shop/catalogue/store.ts';
import { putProducts } from '../../server/testing/put-products.ts';
import type { Change, Product } from '../history.ts';
import { productRow } from '../prepared-shop.ts';
import type { Random } from '../random.ts';
import type { Environment } from './environment.ts';

const CHANGE_CHANCE = 0.04;

/** @returns when no operations are left */
export async function changeCatalogue(environment: Environment): Promise<void> {
  const { history, products } = environment;
  const random = environment.randomOf('catalogue');
  const offSale = new Set<string>();
  while (environment.operationsLeft > 0) {
    await environment.wait();
    if (!random.chance(CHANGE_CHANCE)) continue;
    const product = random.pick(products);
    const change = decideChange(product, random, offSale.has(product.id));
    const id = history.nextId();
    history.add({ kind: 'change', id, change });
    const index = products.indexOf(product);
    const stock = await commitOnce(environment, `change-${id}`, (tx, now) =>
      apply(tx, { product, index, change, now }),
    );
    history.add({ kind: 'changed', id, ...stock });
    if (change.onSale === false) offSale.add(product.id);
    else if (change.onSale) offSale.delete(product.id);
  }
}

/** A product with stock stays on sale, so that every unit can be checked. */
function decideChange(
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

/**
 * Tries again after each crash.
 * @param version of the catalogue after it, which tells whether the attempt before was committed
 */
async function commitOnce<T>(
  environment: Environment,
  version: string,
  work: (tx: Tx, now: number) => Promise<T>,
): Promise<T> {
  let result: T | undefined;
  const attempt = async ({ db, now }: Services): Promise<T> => {
    if (result !== undefined && (await catalogue.readVersion(db)) === version) return result;
    return transact(db, async (tx) => {
      await lockCatalogue(tx);
      result = await work(tx, now());
      await catalogue.writeVersion(tx, version);
      return result;
    });
  };
  for (;;) {
    const desk = await environment.desk();
    const done = await Promise.race([attempt(desk.services), desk.death]);
    if (done !== undefined && !desk.isDead) return done;
  }
}

interface Applying {
  product: Product;
  /** The product's place in the catalogue, from 0. */
  index: number;
  change: Change;
  now: number;
}

/** @returns the stock before and after */
async function apply(tx: Tx, { product, index, change, now }: Applying) {
  const { costCents, onSale, stockBy = 0 } = change;
  const [row] = await catalogue.lockProductRows(tx, [product.id]);
  const before = row?.stock ?? null;
  const after = before === null ? null : Math.max(0, before + stockBy);
  if (onSale === true) {
    const added = productRow({ ...product, costCents: costCents ?? product.costCents }, index);
    await putProducts(tx, [added], now);
  } else if (onSale === false && index % 2 === 0) {
    await removeProducts(tx, [product.id], now);
  } else if (row !== undefined) {
    const fields = {
      ...(costCents !== undefined && { cost_cents: costCents }),
      ...(stockBy !== 0 && { stock: after }),
      ...(onSale === false && { active: 0 }),
    };
    await changeProducts(tx, [{ row, fields }], { reason: 'update', at: now });
  }
  return { before, after };
}
