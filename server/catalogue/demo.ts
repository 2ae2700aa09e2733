/** The demo catalogue, for a shop without products. */
import { resolve } from 'node:path';
import type { Services } from '../services.ts';
import { hasProducts } from './store.ts';

export const demoCatalogueFile = resolve(import.meta.dirname, '../../catalogue/demo.json');

/** Imports the demo catalogue if the shop has no products at all. */
export async function fillEmptyShop(services: Services): Promise<void> {
  if (await hasProducts(services.db)) return;
  // Most shops have products when they start, and need none of the import's modules.
  const { importFile } = await import('../feeds/import.ts');
  const { refused, problems } = await importFile(services, demoCatalogueFile);
  // The file is part of the shop, so this is a defect.
  if (refused) throw new Error('The demo catalogue is refused', { cause: problems });
}
