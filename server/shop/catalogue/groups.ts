/** The SQL of groups of variants. A group is the products with the same `group_id`. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, NewProductRow, ProductRow, Tx } from '../../platform/storage/schema.ts';

/** The condition of the index of variants, written in each query so that both engines use it. */
const isVariant = sql<boolean>`group_id <> ''`;

/** The variants of the group of a row of `products` that are on sale. */
const variantsOnSale = sql`from products as variant where variant.group_id = products.group_id
  and variant.group_id <> '' and variant.active = 1`;

/**
 * Whether a product on sale represents its group: the first variant on sale does, and so does every product without
 * variants.
 */
export const isRepresentative: RawBuilder<boolean> = sql`(products.group_id = ''
  or products.position = (select min(variant.position) ${variantsOnSale}))`;

/** The options of a representative's group in one text; empty for other products. */
export const optionsOfGroup: RawBuilder<string> = sql`case
  when products.group_id <> '' and ${isRepresentative}
  then (select string_agg(variant.option, ' ') ${variantsOnSale}) else '' end`;

/** The variants of a group that are on sale, in the catalogue's order. */
export function variantsOf<Columns extends readonly (keyof ProductRow)[]>(
  db: Db,
  group: string,
  columns: Columns,
) {
  return db
    .selectFrom('products')
    .select(columns)
    .where('group_id', '=', group)
    .where(isVariant)
    .where('active', '=', 1)
    .orderBy('position');
}

/** Whether any product on sale is a variant. */
export async function hasGroups(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('position')
    .where(isVariant)
    .where('active', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The lowest cost in cents of each group of these products whose variants on sale differ in cost. */
export async function lowestCosts(
  db: Db,
  products: readonly Pick<ProductRow, 'group_id'>[],
): Promise<Map<string, number>> {
  const groups = [...new Set(products.flatMap(({ group_id }) => group_id || []))];
  if (groups.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(({ fn }) => ['group_id', fn.min('cost_cents').as('lowest')])
    .where('group_id', 'in', groups)
    .where(isVariant)
    .where('active', '=', 1)
    .groupBy('group_id')
    .having(sql<boolean>`min(cost_cents) < max(cost_cents)`)
    .execute();
  return new Map(rows.map(({ group_id, lowest }) => [group_id, lowest]));
}

/** The variants of the groups of these products, on sale or not, by group. */
export async function listGroups(
  db: Db,
  products: readonly ProductRow[],
): Promise<Map<string, ProductRow[]>> {
  const groups = [...new Set(products.flatMap(({ group_id }) => group_id || []))];
  if (groups.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where('group_id', 'in', groups)
    .where(isVariant)
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, ({ group_id }) => group_id);
}

/**
 * A product that is sold itself, and that others name as their group, is a variant as well, whatever its own record says.
 * Call it in the transaction that changes the products, after the change.
 * @returns the products that have joined their group
 */
export async function joinGroups(
  tx: Tx,
  products: readonly Pick<NewProductRow, 'id' | 'group_id'>[],
  at: number,
): Promise<Pick<ProductRow, 'position' | 'group_id'>[]> {
  const ids = new Set(products.map(({ id, group_id }) => group_id || id));
  return tx
    .updateTable('products')
    .set({ group_id: sql`id`, updated_at: at })
    .where('group_id', '=', '')
    .where('id', 'in', [...ids])
    .where(sql<boolean>`exists (select 1 from products as variant
      where variant.group_id = products.id and variant.group_id <> '')`)
    .returning(['position', 'group_id'])
    .execute();
}

/** The positions of all variants of these groups, on sale or not. */
export async function positionsOfGroups(tx: Tx, groups: readonly string[]): Promise<number[]> {
  if (groups.length === 0) return [];
  const rows = await tx
    .selectFrom('products')
    .select('position')
    .where('group_id', 'in', groups)
    .where(isVariant)
    .execute();
  return rows.map(({ position }) => position);
}
