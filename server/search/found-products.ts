/** The products that searches find: remembered while the catalogue is what it was. */
import type { Product } from '../../contract/catalogue.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Db } from '../storage/schema.ts';
import { readProducts } from './store.ts';

const PRODUCTS_KEPT = 10_000;

export class FoundProducts {
  readonly #db: Db;
  readonly #kept = new BoundedMap<number, Product>(PRODUCTS_KEPT);
  /** Of the catalogue, that those are from. */
  #version: string | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The products at these positions; without those that are gone.
   * @param version of the catalogue, that the positions are from
   */
  async at(
    positions: Iterable<number>,
    version: string | undefined,
  ): Promise<ReadonlyMap<number, Product>> {
    if (version !== this.#version) {
      this.#version = version;
      this.#kept.clear();
    }
    const found = new Map<number, Product>();
    const missing: number[] = [];
    for (const position of positions) {
      const product = this.#kept.get(position);
      if (product === undefined) missing.push(position);
      else found.set(position, product);
    }
    if (missing.length === 0) return found;
    for (const [position, product] of await readProducts(this.#db, missing)) {
      found.set(position, product);
      // What was read meanwhile may be of a version that is gone by now.
      if (version === this.#version) this.#kept.set(position, product);
    }
    return found;
  }
}
