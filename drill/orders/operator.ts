/** The operator changes prices and stock, and removes and restores products, in a process beside the shop. */
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
import type { Db, Tx } from '../../server/storage/schema.ts';
import { transact } from '../../server/storage/transaction.ts';
import { type Change, type History, isResponse, type Product } from '../history.ts';
import type { Random } from '../random.ts';
import { productRow } from '../shop.ts';

/** Responses to shoppers between two changes, at most. */
const RESPONSES_MAX = 30;
const RETRY_MS = 50;

export interface Operating {
  db: Db;
  history: History;
  random: Random;
  products: readonly Product[];
  isClosing(): boolean;
}

export async function operate(operating: Operating): Promise<void> {
  const { history, random, isClosing } = operating;
  const offSale = new Set<string>();
  while (!isClosing()) {
    await history.until(isResponse, random.between(1, RESPONSES_MAX));
    const change = decide(operating, offSale);
    const id = history.nextId();
    history.add({ kind: 'change', id, change });
    history.add({ kind: 'changed', id, ...(await makeOnce(operating, change)) });
    if (change.onSale === false) offSale.add(change.productId);
    else if (change.onSale) offSale.delete(change.productId);
  }
}

/** A product with stock stays on sale, so that every unit can be accounted for. */
function decide({ random, products }: Operating, offSale: ReadonlySet<string>): Change {
  const { id: productId, stock } = random.pick(products);
  const costCents = random.between(99, 9_999);
  if (offSale.has(productId)) return { productId, costCents, onSale: true };
  if (random.chance(0.5)) return { productId, costCents };
  if (stock === null) return { productId, onSale: false };
  return { productId, stockBy: random.between(-15, 30) };
}

interface Stock {
  before: number | null;
  after: number | null;
}

/** Retries until the change is made. A lost commit is recognised by the version that it wrote. */
async function makeOnce({ db, products }: Operating, change: Change): Promise<Stock> {
  const version = randomUUIDv7();
  let stock: Stock = { before: null, after: null };
  for (;;) {
    try {
      if ((await readVersion(db)) === version) return stock;
      await transact(db, async (tx) => {
        await lockCatalogue(tx);
        stock = await apply(tx, products, change);
        await writeVersion(tx, version);
      });
      return stock;
    } catch (error) {
      // The database is away.
      if (!(error instanceof Refusal)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function apply(
  tx: Tx,
  products: readonly Product[],
  { productId, costCents, onSale, stockBy = 0 }: Change,
): Promise<Stock> {
  const row = await tx
    .selectFrom('products')
    .select(['position', 'stock'])
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const before = row?.stock ?? null;
  const after = before === null ? null : Math.max(0, before + stockBy);
  const index = products.findIndex(({ id }) => id === productId);
  const product = products[index];
  if (product === undefined) throw new Error(`There is no ${productId}`);
  if (onSale === true) {
    const restored = { ...product, costCents: costCents ?? product.costCents };
    await upsertProducts(tx, [productRow(restored, index)]);
  } else if (onSale === false && index % 2 === 0) {
    await removeProducts(tx, [productId]);
  } else if (row) {
    const changes = {
      position: row.position,
      ...(costCents !== undefined && { cost_cents: costCents }),
      ...(stockBy !== 0 && { stock: after }),
      ...(onSale === false && { active: 0 }),
    };
    await changeProducts(tx, [changes], Date.now());
  }
  return { before, after };
}
