/** Puts rows of products into the catalogue, for tests, benches and simulations. */
import type { NewProductRow, Tx } from '../platform/storage/schema.ts';
import { addProducts, changeProducts } from '../shop/catalogue/product-changes.ts';
import { lockProductRows } from '../shop/catalogue/store.ts';

/** Adds new products, and changes those that exist. Each field of a row replaces the product's. */
export async function putProducts(
  tx: Tx,
  rows: readonly NewProductRow[],
  at: number,
): Promise<void> {
  const cause = { reason: 'correction', at } as const;
  const found = await lockProductRows(
    tx,
    rows.map(({ id }) => id),
  );
  const known = new Map(found.map((row) => [row.id, row]));
  const added = rows.filter(({ id }) => !known.has(id));
  const changes = rows.flatMap((fields) => {
    const row = known.get(fields.id);
    return row === undefined ? [] : [{ row, fields }];
  });
  if (added.length > 0) await addProducts(tx, added, cause);
  if (changes.length > 0) await changeProducts(tx, changes, cause);
}
