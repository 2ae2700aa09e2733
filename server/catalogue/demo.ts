/** The demo catalogue, for a shop that has nothing to sell yet. */
import { resolve } from 'node:path';
import type { Services } from '../http/services.ts';
import { importFile } from './import/import.ts';
import { countProducts } from './store.ts';

export const demoCatalogueFile = resolve(import.meta.dirname, '../../catalogue/demo.json');

/** Imports the demo catalogue where there is no product at all. */
export async function fillEmptyShop(services: Services): Promise<void> {
  if ((await countProducts(services.db)) > 0) return;
  await importFile(services, demoCatalogueFile);
}
