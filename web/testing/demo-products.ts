import demoCatalogue from '../../catalogue/demo.json' with { type: 'json' };
import type { Product } from '../../contract/catalogue.ts';

export const demoProducts: readonly Product[] = demoCatalogue;

/** @returns the product of that name in the demo catalogue */
export function demoProduct(name: string): Product {
  const product = demoProducts.find((candidate) => candidate.name === name);
  if (product === undefined) throw new Error(`The demo catalogue has no ${name}`);
  return product;
}
