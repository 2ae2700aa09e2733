/** Shops that are broken on purpose. The simulation must find each. */
import type { BrokenShop } from './broken-shop.ts';
import { changes } from './changes.ts';
import { checkouts } from './checkouts.ts';
import { documents } from './documents.ts';
import { events } from './events.ts';

export const shops: Record<string, BrokenShop> = {
  ...checkouts,
  ...changes,
  ...documents,
  ...events,
};
