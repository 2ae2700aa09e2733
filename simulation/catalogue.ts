/** A merchant changes prices and stock, and takes products off sale and back. */
import type { Change, Product } from '../drill/history.ts';
import { applyChange, decideChange } from '../drill/orders/catalogue.ts';
import { lockCatalogue } from '../server/platform/storage/locks.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { transact } from '../server/platform/storage/transaction.ts';
import { readVersion, writeVersion } from '../server/shop/catalogue/store.ts';
import type { Clients } from './client.ts';

const CHANGE_CHANCE = 0.04;

/** @returns when no operations are left */
export async function changeCatalogue(clients: Clients): Promise<void> {
  const { world } = clients;
  const random = world.randomOf('catalogue');
  const offSale = new Set<string>();
  while (world.operationsLeft > 0) {
    await world.scheduler.wait();
    if (!random.chance(CHANGE_CHANCE)) continue;
    const product = random.pick(world.shop.products);
    const change = decideChange(product, random, offSale.has(product.id));
    const id = world.history.nextId();
    world.history.add({ kind: 'change', id, change });
    const stock = await untilCommitted(clients, product, change);
    world.history.add({ kind: 'changed', id, ...stock });
    if (change.onSale === false) offSale.add(product.id);
    else if (change.onSale) offSale.delete(product.id);
  }
}

type Stock = Awaited<ReturnType<typeof applyChange>>;

/** Tries again after each crash. The written version tells whether the attempt before was committed. */
async function untilCommitted(
  { world, machine }: Clients,
  product: Product,
  change: Change,
): Promise<Stock> {
  const version = world.newId();
  const index = world.shop.products.indexOf(product);
  let stock: Stock | undefined;
  const attempt = async (db: Db): Promise<Stock> => {
    if (stock !== undefined && (await readVersion(db)) === version) return stock;
    return transact(db, async (tx) => {
      await lockCatalogue(tx);
      const changed = await applyChange(tx, product, index, change);
      await writeVersion(tx, version);
      stock = changed;
      return changed;
    });
  };
  for (;;) {
    const { process, services } = await machine.running();
    const done = await Promise.race([attempt(services.db), process.death]);
    if (done && !process.isDead) return done;
  }
}
