/** What a search reads: the catalogue's texts to make its index of, and the products that it found. */
import type { Product } from '../../contract/catalogue.ts';
import { productColumns, toProduct } from '../catalogue/rules.ts';
import type { Db } from '../storage/schema.ts';
import type { IndexedRow } from './segment.ts';

/** Products in the order of their positions. */
export async function readTexts(
  db: Db,
  positions: { from: number; before: number },
  limit: number,
): Promise<IndexedRow[]> {
  return db
    .selectFrom('products')
    .select([
      'position',
      'name',
      'category',
      'categories',
      'brand',
      'description',
      'popularity',
      'cost_cents',
      'rating_halves',
    ])
    .where('position', '>=', positions.from)
    .where('position', '<', positions.before)
    .where('active', '=', 1)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The products of one category that are rated alike. */
export interface Shelf {
  category: string;
  /** Half stars. */
  halves: number;
  products: number;
  minCents: number;
  maxCents: number;
}

/** Looks at every product: for when nothing else is known of the catalogue yet. */
export async function readShelves(db: Db): Promise<Shelf[]> {
  return db
    .selectFrom('products')
    .select((eb) => [
      'category',
      'rating_halves as halves',
      eb.fn.countAll<number>().as('products'),
      eb.fn.min('cost_cents').as('minCents'),
      eb.fn.max('cost_cents').as('maxCents'),
    ])
    .where('active', '=', 1)
    .groupBy(['category', 'rating_halves'])
    .execute();
}

/** The products at these positions; without those that are gone. */
export async function readProducts(
  db: Db,
  positions: readonly number[],
): Promise<Map<number, Product>> {
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .where('position', 'in', positions)
    .where('active', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.position, toProduct(row)]));
}
