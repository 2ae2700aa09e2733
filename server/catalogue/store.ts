import { type RawBuilder, sql } from 'kysely';
import type { Product } from '../../contract/catalogue.ts';
import type { ProductPage } from '../../contract/pages.ts';
import { compileOnce } from '../storage/compile-once.ts';
import type { Db, NewProductRow, ProductRow, Tx } from '../storage/schema.ts';
import { formatCursor, parseCursor, productColumns, toProduct } from './rules.ts';
import { countChange } from './segments.ts';

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
    .select(productColumns)
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

/** Those of these products that are on sale, in the catalogue's order. */
export async function findProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
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

/** Changes with every change that a shopper can see. */
const selectVersion = compileOnce((db: Db) => db.selectFrom('catalogue_state').select('version'));

/** @throws Error where there is none: the database is damaged */
export async function readVersion(db: Db): Promise<string> {
  const [state] = await selectVersion(db, {});
  if (state === undefined) throw new Error('The catalogue has no version');
  return state.version;
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
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        category: eb.ref('excluded.category'),
        categories: eb.ref('excluded.categories'),
        brand: eb.ref('excluded.brand'),
        description: eb.ref('excluded.description'),
        popularity: eb.ref('excluded.popularity'),
        cost_cents: eb.ref('excluded.cost_cents'),
        rating_halves: eb.ref('excluded.rating_halves'),
        image: eb.ref('excluded.image'),
        stock: eb.ref('excluded.stock'),
        active: eb.ref('excluded.active'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
  await countChange(
    tx,
    rows.map(({ position }) => position),
  );
}

/** Changes of a product's offer. Missing fields stay as they are. */
export interface OfferChange {
  /** Of the product. */
  position: number;
  cost_cents?: number;
  /** Null: stock isn't counted. */
  stock?: number | null;
  active?: number;
}

/**
 * Changes price, stock and activity of products. Other columns aren't written, so a concurrent order's stock isn't
 * overwritten. The last condition is redundant, but without it SQLite scans all products.
 * @param changes at least one; each product only once
 */
export async function changeOffers(
  tx: Tx,
  changes: readonly OfferChange[],
  updatedAt: number,
): Promise<void> {
  await sql`
    with change (position, cost_cents, sets_stock, stock, active) as (
      values ${sql.join(changes.map(toChangeValues))}
    )
    update products set
      cost_cents = coalesce(change.cost_cents, products.cost_cents),
      stock = case when change.sets_stock = 1 then change.stock else products.stock end,
      active = coalesce(change.active, products.active),
      updated_at = ${updatedAt}
    from change
    where products.position = change.position
      and products.position in (select position from change)`.execute(tx);
  await countChange(
    tx,
    changes.map(({ position }) => position),
  );
}

/** With casts: PostgreSQL can't infer the types of parameters in VALUES. */
function toChangeValues({ position, cost_cents, stock, active }: OfferChange): RawBuilder<unknown> {
  return sql`(cast(${position} as integer), cast(${cost_cents ?? null} as bigint),
    cast(${stock === undefined ? 0 : 1} as integer), cast(${stock ?? null} as bigint),
    cast(${active ?? null} as integer))`;
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
