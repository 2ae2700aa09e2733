import { LRUCache } from 'lru-cache';
import type { Product } from '../../../contract/catalogue.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readProducts } from './store.ts';

const PRODUCTS_MAX = 10_000;

/** Caches the products of results, because most searches of one version of the catalogue show the same few hundred. */
export class ProductCache {
  readonly #db: Db;
  readonly #products = new LRUCache<string, Product>({ max: PRODUCTS_MAX });

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * @param version the version of the catalogue to which the positions belong
   * @returns the products that are still on sale, by position
   */
  async read(version: string, positions: readonly number[]): Promise<Map<number, Product>> {
    const found = new Map<number, Product>();
    const missing: number[] = [];
    for (const position of positions) {
      const product = this.#products.get(`${version} ${position}`);
      if (product === undefined) missing.push(position);
      else found.set(position, product);
    }
    for (const [position, product] of await readProducts(this.#db, missing)) {
      this.#products.set(`${version} ${position}`, product);
      found.set(position, product);
    }
    return found;
  }
}
