/** The queries of the search: the catalogue to index, facets to count, and the products of results. */
import { sql } from 'kysely';
import type { Product } from '../../../contract/catalogue.ts';
import type {
  IndexedProduct,
  NumbersOfProduct,
  PositionRange,
  ProductSource,
} from '../../../packages/search/index.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { indexedColumns, indexedNumberColumns } from '../catalogue/fields/product-fields.ts';
import { listColumns, toProduct } from '../catalogue/fields/wire.ts';
import { isRepresentative, lowestCosts, optionsOfGroup } from '../catalogue/groups.ts';
import { readRevisions } from '../catalogue/segments.ts';
import { toGroup } from './synonym-file.ts';
import { readSynonyms, readSynonymsVersion } from './synonym-store.ts';

/**
 * The catalogue of a database, for the search engine.
 * @param options `hasAll`: also products that are not on sale, which operators find
 */
export function productSource(db: Db, { hasAll = false } = {}): ProductSource {
  const activeMin = hasAll ? 0 : 1;
  return {
    readRevisions: () => readRevisions(db),
    readProducts: (range, limit) => readIndexedRows(db, { ...range, activeMin }, limit),
    readNumbers: (range) => readIndexedNumbers(db, { ...range, activeMin }),
    readSynonymsVersion: () => readSynonymsVersion(db),
    readSynonyms: async () => (await readSynonyms(db)).map(toGroup),
  };
}

async function readIndexedRows(
  db: Db,
  positions: PositionRange & { activeMin: number },
  limit: number,
): Promise<IndexedProduct[]> {
  return db
    .selectFrom('products')
    .select(indexedColumns)
    .select([
      sql<number>`case when ${isRepresentative} then 1 else 0 end`.as('represents'),
      optionsOfGroup.as('options'),
    ])
    .where('position', '>=', positions.from)
    .where('position', '<', positions.before)
    .where('active', '>=', positions.activeMin)
    .orderBy('position')
    .limit(limit)
    .execute();
}

async function readIndexedNumbers(
  db: Db,
  { from, before, activeMin }: PositionRange & { activeMin: number },
): Promise<NumbersOfProduct[]> {
  return db
    .selectFrom('products')
    .select(indexedNumberColumns)
    .where('position', '>=', from)
    .where('position', '<', before)
    .where('active', '>=', activeMin)
    .execute();
}

/** Reads the products at these positions that are still on sale, by position. */
export async function readProducts(
  db: Db,
  positions: readonly number[],
): Promise<Map<number, Product>> {
  if (positions.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(listColumns)
    .where('position', 'in', positions)
    .where('active', '=', 1)
    .execute();
  const lowest = await lowestCosts(db, rows);
  return new Map(rows.map((row) => [row.position, toProduct(row, lowest)]));
}
