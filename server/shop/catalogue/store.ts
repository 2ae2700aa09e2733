import { sql } from 'kysely';
import type { Product } from '../../../contract/catalogue.ts';
import type { ProductDetails, ProductPage } from '../../../contract/pages.ts';
import { picturePath } from '../../../contract/pictures.ts';
import type { Db, ProductRow, Tx } from '../../platform/storage/schema.ts';
import {
  detailColumns,
  listColumns,
  toProduct,
  toProductDetails,
  toVariant,
  variantColumns,
} from './fields/wire.ts';
import { isRepresentative, lowestCosts, variantsOf } from './groups.ts';
import { listPictures } from './pictures/store.ts';
import { formatCursor, parseCursor } from './rules.ts';

export interface PageRequest {
  /** Products on the page. */
  limit: number;
  cursor?: string | undefined;
  /** Whether the first variant of a group represents all of them. */
  isGrouped?: boolean;
}

/** A page of the products on sale, in the catalogue's order. @throws Refusal CURSOR_INVALID */
export async function listProducts(
  db: Db,
  { limit, cursor, isGrouped = false }: PageRequest,
): Promise<ProductPage> {
  const [after] = parseCursor(cursor, 1) ?? [];
  const rows = await db
    .selectFrom('products')
    .select(listColumns)
    .where('active', '=', 1)
    .$if(after !== undefined, (query) => query.where('position', '>', after as number))
    .$if(isGrouped, (query) => query.where(isRepresentative))
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  // Only there does a product stand for its group.
  const lowest = isGrouped ? await lowestCosts(db, page) : new Map<string, number>();
  return {
    products: page.map((row) => toProduct(row, lowest)),
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
  const lowest = await lowestCosts(db, rows);
  return rows.map((row) => toProduct(row, lowest));
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
  if (row === undefined) return undefined;
  const variants =
    row.group_id === '' ? [] : await variantsOf(db, row.group_id, variantColumns).execute();
  const product = toProductDetails(row, await lowestCosts(db, [row]));
  const own = row.picture === '' ? [] : await listPictures(db, [id]);
  const pictures =
    own.length === 0 ? [product.image] : own.map(({ picture }) => picturePath(picture));
  return { ...product, pictures, variants: variants.map(toVariant) };
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

/**
 * Like the previous function, and locks the products in the order of their ids, as checkouts do, until the transaction
 * ends.
 */
export async function lockProductRows(tx: Tx, ids: readonly string[]): Promise<ProductRow[]> {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
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

/**
 * Changes also when an order uses up the counted stock of a product, or its cancellation returns some: lists say which
 * products are available. Orders write no version, because they would wait for one another to write it.
 */
export async function readVersionOfLists(db: Db): Promise<string> {
  const { version, count, places } = await db
    .selectFrom('products')
    .where('stock', '=', sql.lit(0))
    .select(({ fn, selectFrom }) => [
      selectFrom('catalogue_state').select('version').as('version'),
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('position').as('places'),
    ])
    .executeTakeFirstOrThrow();
  // Without this row the database is damaged.
  if (version === null) throw new Error('catalogue_state has no row');
  return count === 0 ? version : `${version}.${count}.${places}`;
}

/** Call it in the transaction that changes the catalogue: all servers notice it after the commit. */
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
