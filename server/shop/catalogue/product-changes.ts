/** Adds, changes and removes products: their rows, the history of their stock, and the revisions of their segments. */
import { type RawBuilder, sql } from 'kysely';
import type { NewProductRow, ProductRow, Tx } from '../../platform/storage/schema.ts';
import {
  type ProductColumn,
  type ProductFields,
  productColumns,
  productFields,
  tokenizedColumns,
} from './fields/product-fields.ts';
import { joinGroups } from './groups.ts';
import { detachPictures, erasePictures } from './pictures/store.ts';
import { countChange } from './segments.ts';
import { addStockChanges, type StockCause } from './stock-history.ts';

/** Adds new products, whose initial stock is their first change. */
export async function addProducts(
  tx: Tx,
  rows: readonly NewProductRow[],
  cause: StockCause,
): Promise<void> {
  await tx.insertInto('products').values(rows).execute();
  const initial = rows.map(({ id, stock }) => ({ productId: id, units: stock ?? 0 }));
  await addStockChanges(tx, initial, cause);
  const joined = await joinGroups(tx, rows, cause.at);
  await countChange(tx, [...rows, ...joined], { changesText: true });
}

export interface ProductChange {
  /** The product as it is. The transaction has locked it, so its stock is what the change starts from. */
  row: ProductRow;
  /** Absent fields don't change. */
  fields: Partial<ProductFields>;
}

/**
 * Changes fields of products. The last condition repeats the join; without it SQLite scans all products.
 * @param changes at least one; each product only once
 */
export async function changeProducts(
  tx: Tx,
  changes: readonly ProductChange[],
  cause: StockCause,
): Promise<void> {
  const columns = productColumns.filter((column) => changes.some(({ fields }) => column in fields));
  const assignments = columns.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`change.${column}`)}`,
  );
  const names = ['position', ...columns];
  await sql`
    with change (${sql.join(names.map((name) => sql.ref(name)))}) as (
      values ${sql.join(changes.map((change) => toValues(change, columns)))}
    )
    update products set ${sql.join([...assignments, sql`updated_at = ${cause.at}`])}
    from change
    where products.position = change.position
      and products.position in (select position from change)`.execute(tx);
  await addStockChanges(tx, changes.map(toStockChange), cause);
  const after = changes.map(({ row, fields }) => ({ ...row, ...fields }));
  const joined = columns.includes('group_id') ? await joinGroups(tx, after, cause.at) : [];
  await countChange(tx, [...changes.map(({ row }) => row), ...after, ...joined], {
    changesText: changes.some(changesText),
  });
}

/**
 * A file names all texts of a product even if only its price has changed, so they are compared. The texts of a group
 * have the options of its variants on sale.
 */
function changesText({ row, fields }: ProductChange): boolean {
  const changes = (column: ProductColumn): boolean =>
    column in fields && fields[column] !== row[column];
  if (tokenizedColumns.some(changes) || changes('group_id')) return true;
  return row.group_id !== '' && (changes('option') || changes('active'));
}

function toStockChange({ row, fields }: ProductChange) {
  const { stock = row.stock } = fields;
  return { productId: row.id, units: (stock ?? 0) - (row.stock ?? 0) };
}

/** Casts each value, because PostgreSQL infers no types for parameters in VALUES. */
function toValues(
  { row, fields }: ProductChange,
  columns: readonly ProductColumn[],
): RawBuilder<unknown> {
  const after = { ...row, ...fields };
  const values = columns.map(
    (column) => sql`cast(${after[column]} as ${sql.raw(productFields[column].sqlType)})`,
  );
  return sql`(${sql.join([sql`cast(${row.position} as integer)`, ...values])})`;
}

/** Also erases pictures that no other product has. @param at milliseconds since 1970 UTC */
export async function removeProducts(tx: Tx, ids: readonly string[], at: number): Promise<void> {
  const pictures = await detachPictures(tx, ids);
  const removed = await tx
    .deleteFrom('products')
    .where('id', 'in', ids)
    .returning(['id', 'position', 'stock', 'group_id'])
    .execute();
  const changes = removed.map(({ id, stock }) => ({ productId: id, units: -(stock ?? 0) }));
  await erasePictures(tx, pictures);
  await addStockChanges(tx, changes, { reason: 'removal', at });
  const changesText = removed.some(({ group_id }) => group_id !== '');
  await countChange(tx, removed, { changesText });
}
