/** Imports the demo catalogue into a shop without products, and removes its products. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorServices, Services } from '../../platform/services.ts';
import { packageFolder } from '../../platform/settings/package-folder.ts';
import type { Db, ProductRow } from '../../platform/storage/schema.ts';
import { findProductRows, hasProducts } from '../../shop/catalogue/store.ts';
import { readIdentity } from '../../shop/identity/store.ts';
import { hasOrders } from '../../shop/orders/store.ts';
import { takeOut } from './removal.ts';

export const demoCatalogueFile = join(packageFolder, 'catalogue/demo.json');

/** Whether the shop gets the demo when it starts. One with an identity or orders is real, also while it has no products. */
async function isNew(db: Db): Promise<boolean> {
  if (await hasProducts(db)) return false;
  return (await readIdentity(db)) === undefined && !(await hasOrders(db));
}

/** Imports the demo catalogue into a new shop. */
export async function fillEmptyShop(services: Services): Promise<void> {
  if (!(await isNew(services.db))) return;
  // Load the import's modules only if needed, because most shops have products when they start.
  const { importFile } = await import('./import.ts');
  const asProgram = { ...services, operator: { name: 'qkart', origin: 'start' } };
  const { refused, problems } = await importFile(asProgram, demoCatalogueFile);
  // The file is part of the program, so a refusal is a defect.
  if (refused) throw new Error('The demo catalogue is refused', { cause: problems });
}

/** The products that the shop has of the demo. Those with another name are the merchant's. */
export async function findDemoProducts(
  db: Db,
): Promise<{ demo: ProductRow[]; renamed: ProductRow[] }> {
  // The file is part of the program.
  const records: { _id: string; name: string }[] = JSON.parse(
    await readFile(demoCatalogueFile, 'utf8'),
  );
  const names = new Map(records.map(({ _id, name }) => [_id, name]));
  const rows = await findProductRows(db, [...names.keys()]);
  const isOfDemo = ({ id, name }: ProductRow) => names.get(id) === name;
  return { demo: rows.filter(isOfDemo), renamed: rows.filter((row) => !isOfDemo(row)) };
}

export interface RemovedDemo {
  removed: number;
  /** The ids of products that are kept, because the merchant has given them another name. */
  renamed: string[];
  /** Orders with removed products. They keep what was bought. */
  orders: number;
  /** Whether the shop gets the demo again when it starts. */
  comesBack: boolean;
}

export async function removeDemo(services: OperatorServices): Promise<RemovedDemo> {
  const { db } = services;
  const { demo, renamed } = await findDemoProducts(db);
  const ids = demo.map(({ id }) => id);
  const { removed, missing } = await takeOut(services, new Set(ids));
  // Somebody else has removed some meanwhile.
  if (missing.length > 0) return removeDemo(services);
  const { orders } = await db
    .selectFrom('order_items')
    .select((eb) => eb.fn.count<number>('order_id').distinct().as('orders'))
    .$if(ids.length > 0, (query) => query.where('product_id', 'in', ids))
    .executeTakeFirstOrThrow();
  return {
    removed,
    renamed: renamed.map(({ id }) => id),
    orders: removed === 0 ? 0 : orders,
    comesBack: await isNew(db),
  };
}
