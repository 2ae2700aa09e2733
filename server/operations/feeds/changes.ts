/** Finds and writes the changes that a batch of records makes to the catalogue. */

import type { Db, NewProductRow, ProductRow, Tx } from '../../platform/storage/schema.ts';
import { productColumns, withDefaults } from '../../shop/catalogue/product-fields.ts';
import {
  changeProducts,
  findProductRows,
  type ProductChange,
  upsertProducts,
} from '../../shop/catalogue/store.ts';
import type { CheckedRecord } from './validation.ts';

export interface Changes {
  added: number;
  updated: number;
  unchanged: number;
  /**
   * @param position the position of the first added product
   * @param updatedAt milliseconds since 1970 UTC
   */
  write(tx: Tx, position: number, updatedAt: number): Promise<void>;
}

/** @returns the products of these records that the catalogue has, by id */
export async function findKnown(
  db: Db,
  records: readonly CheckedRecord[],
): Promise<Map<string, ProductRow>> {
  const ids = records.flatMap(({ id }) => id ?? []);
  const rows = ids.length === 0 ? [] : await findProductRows(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Known products keep their positions; new ones follow the last product in the file's order. Ignores records of new
 * products that lack required fields, as in every update.
 * @param records few enough for one query, with each id only once
 */
export async function findChanges(db: Db, records: readonly CheckedRecord[]): Promise<Changes> {
  const known = await findKnown(db, records);
  const added: Omit<NewProductRow, 'position' | 'updated_at'>[] = [];
  const updated: ProductChange[] = [];
  for (const { id, fields } of records) {
    const row = id === undefined ? undefined : known.get(id);
    if (row === undefined) {
      const product = withDefaults(fields);
      if (id !== undefined && product !== undefined) added.push({ id, ...product });
    } else {
      const change = toChange(fields, row);
      if (productColumns.some((field) => field in change && change[field] !== row[field])) {
        updated.push(change);
      }
    }
  }
  return {
    added: added.length,
    updated: updated.length,
    unchanged: known.size - updated.length,
    async write(tx, position, updatedAt) {
      if (added.length > 0) {
        const rows = added.map((product, index) => ({
          ...product,
          position: position + index,
          updated_at: updatedAt,
        }));
        await upsertProducts(tx, rows);
      }
      if (updated.length > 0) await changeProducts(tx, updated, updatedAt);
    },
  };
}

/** A new category without categories also replaces the categories, which belong to the previous category. */
function toChange(fields: CheckedRecord['fields'], row: ProductRow): ProductChange {
  const { category = row.category, categories } = fields;
  const change = { ...fields, position: row.position };
  const isOther = category !== row.category && categories === undefined;
  return isOther ? { ...change, categories: '' } : change;
}
