import { type RawBuilder, sql } from 'kysely';
import type { Product } from '../../../contract/catalogue.ts';
import type { ProductDetails, ProductPage } from '../../../contract/pages.ts';
import type { Db, NewProductRow, ProductRow, Tx } from '../../platform/storage/schema.ts';
import {
  type ProductColumn,
  type ProductFields,
  productColumns,
  productFields,
} from './product-fields.ts';
import { formatCursor, parseCursor } from './rules.ts';
import { countChange } from './segments.ts';
import { detailColumns, listColumns, toProduct, toProductDetails } from './wire.ts';

export interface PageRequest {
  /** Products on the page. */
  limit: number;
  cursor?: string | undefined;
}

/** A page of the products on sale, in the catalogue's order. @throws Refusal CURSOR_INVALID */
export async function listProducts(db: Db, { limit, cursor }: PageRequest): Promise<ProductPage> {
  const [after] = parseCursor(cursor, 1) ?? [];
  const rows = await db
    .selectFrom('products')
    .select(listColumns)
    .where('active', '=', 1)
    .$if(after !== undefined, (query) => query.where('position', '>', after as number))
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    products: page.map(toProduct),
    next: last && formatCursor([last.position]),
  };
}

/** Finds the products of these ids that are on sale, in the catalogue's order. */
export async function findProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select(listColumns)
    .where('id', 'in', ids)
    .where('active', '=', 1)
    .orderBy('position')
    .execute();
  return rows.map(toProduct);
}

export async function findProduct(db: Db, id: string): Promise<Product | undefined> {
  const [product] = await findProducts(db, [id]);
  return product;
}

/** A product on sale, with its details. */
export async function findProductDetails(db: Db, id: string): Promise<ProductDetails | undefined> {
  const row = await db
    .selectFrom('products')
    .select(detailColumns)
    .where('id', '=', id)
    .where('active', '=', 1)
    .executeTakeFirst();
  return row && toProductDetails(row);
}

/** The ids and positions of products on sale between two positions, in the catalogue's order. */
export async function listProductIds(
  db: Db,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<Pick<ProductRow, 'id' | 'position'>[]> {
  return db
    .selectFrom('products')
    .select(['id', 'position'])
    .where('active', '=', 1)
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The position of the first product on sale after another position. */
export async function findNextPosition(db: Db, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('products')
    .select('position')
    .where('active', '=', 1)
    .where('position', '>', after)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row?.position;
}

/** Existing rows of these ids, on sale or not, in no particular order. */
export async function findProductRows(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  return db.selectFrom('products').selectAll().where('id', 'in', ids).execute();
}

/** Rows after a position (0: from the first), on sale or not, in the catalogue's order. */
export async function listProductRows(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Changes with every change that a shopper can see. @throws Error if there is none: the database is damaged */
export async function readVersion(db: Db): Promise<string> {
  const { version } = await db
    .selectFrom('catalogue_state')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Call it in the transaction that changes the catalogue: all servers learn of it at the commit. */
export async function writeVersion(tx: Tx, version: string): Promise<void> {
  await tx.updateTable('catalogue_state').set({ version }).execute();
}

export async function countProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasProducts(db: Db): Promise<boolean> {
  const any = await db.selectFrom('products').select('id').limit(1).executeTakeFirst();
  return any !== undefined;
}

/** The position of a new product: the last. */
export async function nextPosition(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('products')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Adds products, or updates those that exist, which keep their position. */
export async function upsertProducts(tx: Tx, rows: readonly NewProductRow[]): Promise<void> {
  await tx
    .insertInto('products')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(
        // Safe: `excluded` has the types of the table's own columns.
        Object.fromEntries(
          [...productColumns, 'updated_at'].map((column) => [
            column,
            sql.ref<never>(`excluded.${column}`),
          ]),
        ),
      ),
    )
    .execute();
  await countChange(
    tx,
    rows.map(({ position }) => position),
  );
}

/** Fields that are absent stay as they are. */
export interface ProductChange extends Partial<ProductFields> {
  /** The product's position. */
  position: number;
}

/**
 * Changes fields of products. Doesn't write those that no change names: an order that takes stock at
 * the same time keeps it. The last condition repeats the join; without it SQLite scans all products.
 * @param changes at least one; each product only once
 */
export async function changeProducts(
  tx: Tx,
  changes: readonly ProductChange[],
  updatedAt: number,
): Promise<void> {
  const columns = productColumns.filter((column) => changes.some((change) => column in change));
  const assignments = columns.map((column) => {
    // Null is a value of stock, so a flag says whether it changes.
    const value =
      column === 'stock'
        ? sql`case when change.changes_stock = 1 then change.stock else products.stock end`
        : sql`coalesce(change.${sql.ref(column)}, products.${sql.ref(column)})`;
    return sql`${sql.ref(column)} = ${value}`;
  });
  const names = ['position', 'changes_stock', ...columns];
  await sql`
    with change (${sql.join(names.map((name) => sql.ref(name)))}) as (
      values ${sql.join(changes.map((change) => toChangeValues(change, columns)))}
    )
    update products set ${sql.join([...assignments, sql`updated_at = ${updatedAt}`])}
    from change
    where products.position = change.position
      and products.position in (select position from change)`.execute(tx);
  await countChange(
    tx,
    changes.map(({ position }) => position),
  );
}

/** Casts each value, because PostgreSQL infers no types for parameters in VALUES. */
function toChangeValues(
  change: ProductChange,
  columns: readonly ProductColumn[],
): RawBuilder<unknown> {
  const values = columns.map(
    (column) => sql`cast(${change[column] ?? null} as ${sql.raw(productFields[column].sqlType)})`,
  );
  return sql`(${sql.join([
    sql`cast(${change.position} as integer)`,
    sql`cast(${'stock' in change ? 1 : 0} as integer)`,
    ...values,
  ])})`;
}

/** @returns the count of ids that existed */
export async function removeProducts(tx: Tx, ids: readonly string[]): Promise<number> {
  const removed = await tx
    .deleteFrom('products')
    .where('id', 'in', ids)
    .returning('position')
    .execute();
  await countChange(
    tx,
    removed.map(({ position }) => position),
  );
  return removed.length;
}
