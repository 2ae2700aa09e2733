/** The SQL of groups of variants. A group is the products with the same `group_id`. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, ProductRow, Tx } from '../../platform/storage/schema.ts';

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
