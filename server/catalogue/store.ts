import type { Product } from '../../contract/catalogue.ts';
import type { ProductPage } from '../../contract/pages.ts';
import type { Db, NewProductRow, ProductRow, Tx } from '../storage/schema.ts';
import { formatCursor, parseCursor, productColumns, toProduct } from './rules.ts';
import { countChange } from './stretches.ts';

export interface PageRequest {
  /** Products in the page, 1 to 100. */
  limit: number;
  cursor?: string | undefined;
}

/** The catalogue in its own order, a page at a time. @throws Refusal CURSOR_INVALID */
export async function listProducts(db: Db, { limit, cursor }: PageRequest): Promise<ProductPage> {
  const [after] = parseCursor(cursor, 1) ?? [];
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
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

/** The products of these ids that exist, in the catalogue's order. */
export async function findProducts(db: Db, ids: readonly string[]): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .where('id', 'in', ids)
    .orderBy('position')
    .execute();
  return rows.map(toProduct);
}

export async function findProduct(db: Db, id: string): Promise<Product | undefined> {
  const [product] = await findProducts(db, [id]);
  return product;
}

/** The rows of these ids that exist, in no order. */
export async function findProductRows(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  return db.selectFrom('products').selectAll().where('id', 'in', ids).execute();
}

/** What the catalogue is at now: another text after every change that a shopper can see. */
export async function readVersion(db: Db): Promise<string> {
  const { version } = await db
    .selectFrom('catalogue_state')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Tells every server, in the transaction that changes the catalogue, that it changed. */
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

/** Where a product that is new to the catalogue goes: behind all others. */
export async function nextPosition(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('products')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Adds the products, or updates those whose id is there: these keep their position. */
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
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
  await countChange(
    tx,
    rows.map(({ position }) => position),
  );
}

/** @returns how many of the ids were there */
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
