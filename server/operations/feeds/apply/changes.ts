/** Finds and writes the changes that a batch of records makes to the catalogue. */

import { STOCK_MAX } from '../../../../contract/limits.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { quote } from '../../../platform/quote.ts';
import type { Db, ProductRow, Tx } from '../../../platform/storage/schema.ts';
import {
  type ProductFields,
  productColumns,
  withDefaults,
} from '../../../shop/catalogue/fields/product-fields.ts';
import {
  addProducts,
  changeProducts,
  type ProductChange,
} from '../../../shop/catalogue/product-changes.ts';
import type { StockCause } from '../../../shop/catalogue/stock-history.ts';
import { findProductRows, lockProductRows } from '../../../shop/catalogue/store.ts';
import { readTaxKeys } from '../../../shop/identity/sale-terms.ts';
import type { NumberedRecord, StagedRecord } from '../staging.ts';
import { decideStock, isTooMuch, wantedStock } from '../stock.ts';

/** A new product, without what the catalogue adds. */
type AddedProduct = Omit<ProductRow, 'position' | 'picture' | 'updated_at'>;

export interface Changes {
  added: AddedProduct[];
  updated: ProductChange[];
  /** The number of known products that stay as they are. */
  unchanged: number;
  clamped: ClampedStock[];
}

/** A stock that is zero, because the file takes more units than there were. */
export interface ClampedStock {
  /** The line in which the record starts, from 1. */
  line: number;
  /** The product's. */
  id: string;
  /** Before; 0 for a new product. */
  stock: number;
  /** What the file leads to, below zero. */
  wanted: number;
}

/** Products by id. */
export type KnownProducts = ReadonlyMap<string, ProductRow>;

/**
 * @param db undefined if there is no shop yet
 * @returns the products of these records that the catalogue has
 */
export function findKnown(
  db: Db | undefined,
  records: readonly StagedRecord[],
): Promise<KnownProducts> {
  return knownBy(records, async (ids) => (db === undefined ? [] : findProductRows(db, ids)));
}

/** The same, locked until the transaction ends. */
export function lockKnown(tx: Tx, records: readonly StagedRecord[]): Promise<KnownProducts> {
  return knownBy(records, (ids) => lockProductRows(tx, ids));
}

async function knownBy(
  records: readonly StagedRecord[],
  find: (ids: string[]) => Promise<ProductRow[]>,
): Promise<KnownProducts> {
  const ids = records.flatMap(({ id }) => id ?? []);
  const rows = ids.length === 0 ? [] : await find(ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Known products keep their positions; new ones follow the last product in the file's order. Ignores records of new
 * products that lack required fields, as in every update.
 * @param records few enough for one query, with each id only once
 * @param known locked, if the changes shall be written
 * @throws OperatorError if a stock would be too much
 */
export function findChanges(
  records: readonly (StagedRecord & Pick<NumberedRecord, 'groupImage'>)[],
  known: KnownProducts,
): Changes {
  const added: AddedProduct[] = [];
  const updated: ProductChange[] = [];
  const clamped: ClampedStock[] = [];
  for (const record of records) {
    const { id, line, groupImage } = record;
    const row = id === undefined ? undefined : known.get(id);
    const picture = groupImage !== undefined && !row?.image ? { image: groupImage } : {};
    const fields = { ...picture, ...record.fields, ...readStock(record, row) };
    if (row === undefined) {
      const product = withDefaults(fields);
      if (id === undefined || product === undefined) continue;
      added.push({ id, ...product });
    } else {
      const change = toChange(fields, row);
      if (change !== undefined) updated.push(change);
    }
    const wanted = wantedStock(record, row);
    if (id !== undefined && typeof wanted === 'number' && wanted < 0) {
      clamped.push({ line, id, stock: row?.stock ?? 0, wanted });
    }
  }
  return { added, updated, unchanged: known.size - updated.length, clamped };
}

/** @throws OperatorError if the shop has lost a rate since the file was checked. Requires `lockCatalogue` */
export async function refuseMissingRates(
  tx: Tx,
  records: readonly StagedRecord[],
  { added, updated }: Changes,
): Promise<void> {
  const changed = [...added, ...updated.map(({ row, fields }) => ({ id: row.id, ...fields }))];
  const taxed = changed.flatMap(({ id, tax }) => (tax ? [{ id, tax }] : []));
  if (taxed.length === 0) return;
  const keys = await readTaxKeys(tx);
  const missing = taxed.find(({ tax }) => !keys.includes(tax));
  if (missing === undefined) return;
  const line = records.find(({ id }) => id === missing.id)?.line;
  const { id, tax } = missing;
  throw new OperatorError(
    `Line ${line} gives ${quote(id)} the rate ${quote(tax)}, which the shop no longer has.`,
  );
}

/** @param position the position of the first added product */
export async function writeChanges(
  tx: Tx,
  { added, updated }: Pick<Changes, 'added' | 'updated'>,
  position: number,
  cause: StockCause,
): Promise<void> {
  const rows = added.map((product, index) => ({
    ...product,
    position: position + index,
    updated_at: cause.at,
  }));
  if (rows.length > 0) await addProducts(tx, rows, cause);
  if (updated.length > 0) await changeProducts(tx, updated, cause);
}

/**
 * Keeps only the fields that differ. A new category without categories also replaces the categories, which belong to the
 * previous category.
 * @returns undefined if no field differs
 */
function toChange(fields: StagedRecord['fields'], row: ProductRow): ProductChange | undefined {
  const { category = row.category, categories } = fields;
  const isOther = category !== row.category && categories === undefined;
  const after = { ...row, ...fields, ...(isOther && { categories: '' }) };
  const columns = productColumns.filter((column) => after[column] !== row[column]);
  const differing = Object.fromEntries(columns.map((column) => [column, after[column]]));
  return columns.length === 0 ? undefined : { row, fields: differing };
}

/** @throws OperatorError if the stock, which may have grown since the file was checked, would be too much */
function readStock(
  record: StagedRecord,
  row: ProductRow | undefined,
): Pick<ProductFields, 'stock'> | undefined {
  const stock = decideStock(record, row);
  if (isTooMuch(stock, row)) {
    const { line, id } = record;
    throw new OperatorError(
      `Line ${line} would leave the stock of ${quote(id)} above ${STOCK_MAX}.`,
    );
  }
  return stock === undefined ? undefined : { stock };
}
