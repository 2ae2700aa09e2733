/** What an import changes: its products against those that the catalogue has. */
import type { Db, ProductRow, Tx } from '../../storage/schema.ts';
import { findProductRows, upsertProducts } from '../store.ts';
import type { ImportedProduct } from './rules.ts';

export interface Changes {
  added: ImportedProduct[];
  /** With the position that the catalogue has them at. */
  updated: (ImportedProduct & { position: number })[];
  unchanged: number;
}

/** @param products few enough for one query, each id only once */
export async function findChanges(db: Db, products: readonly ImportedProduct[]): Promise<Changes> {
  const ids = products.map(({ id }) => id);
  const rows = new Map((await findProductRows(db, ids)).map((row) => [row.id, row]));
  const changes: Changes = { added: [], updated: [], unchanged: 0 };
  for (const product of products) {
    const row = rows.get(product.id);
    if (row === undefined) changes.added.push(product);
    else if (isSame(product, row)) changes.unchanged++;
    else changes.updated.push({ ...product, position: row.position });
  }
  return changes;
}

function isSame(product: ImportedProduct, row: ProductRow): boolean {
  return (
    product.name === row.name &&
    product.category === row.category &&
    product.categories === row.categories &&
    product.brand === row.brand &&
    product.description === row.description &&
    product.popularity === row.popularity &&
    product.cost_cents === row.cost_cents &&
    product.rating_halves === row.rating_halves &&
    product.image === row.image &&
    product.stock === row.stock
  );
}

/**
 * @param position where the first of the added products goes
 * @param updatedAt milliseconds since 1970 UTC
 */
export async function writeChanges(
  tx: Tx,
  { added, updated }: Changes,
  position: number,
  updatedAt: number,
): Promise<void> {
  const placed = added.map((product, index) => ({ ...product, position: position + index }));
  const rows = [...placed, ...updated].map((row) => ({ ...row, updated_at: updatedAt }));
  if (rows.length > 0) await upsertProducts(tx, rows);
}
