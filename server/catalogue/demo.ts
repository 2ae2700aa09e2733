/** The demo catalogue, for a shop that has nothing to sell yet. */
import { resolve } from 'node:path';
import type { Services } from '../services.ts';
import { hasProducts } from './store.ts';

export const demoCatalogueFile = resolve(import.meta.dirname, '../../catalogue/demo.json');

/** Imports the demo catalogue where there is no product at all. */
export async function fillEmptyShop(services: Services): Promise<void> {
  if (await hasProducts(services.db)) return;
  // Loaded only where it is wanted: most shops that are started have products.
  const { importFile } = await import('../feeds/import/import.ts');
  const { refused, problems } = await importFile(services, demoCatalogueFile);
  // It is part of the shop, so this is a defect and no operator's to put right.
  if (refused) throw new Error('The demo catalogue is refused', { cause: problems });
}
