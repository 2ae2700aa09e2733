/** Imports the demo catalogue into a shop without products. */
import { join } from 'node:path';
import type { Services } from '../../platform/services.ts';
import { packageFolder } from '../../platform/settings/package-folder.ts';
import { hasProducts } from '../../shop/catalogue/store.ts';
import { readIdentity } from '../../shop/identity/store.ts';
import { hasOrders } from '../../shop/orders/store.ts';

export const demoCatalogueFile = join(packageFolder, 'catalogue/demo.json');

/** Imports the demo catalogue into a new shop. One with an identity or orders is real, also while it has no products. */
export async function fillEmptyShop(services: Services): Promise<void> {
  const { db } = services;
  if ((await hasProducts(db)) || (await readIdentity(db)) !== undefined || (await hasOrders(db)))
    return;
  // Load the import's modules only if needed, because most shops have products when they start.
  const { importFile } = await import('./import.ts');
  const { refused, problems } = await importFile(services, demoCatalogueFile);
  // The file is part of the program, so a refusal is a defect.
  if (refused) throw new Error('The demo catalogue is refused', { cause: problems });
}
