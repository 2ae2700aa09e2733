/** Products for operators, on sale or not: found by a text or by a low stock, and the nearest to a mistyped id. */
import { distance } from 'fastest-levenshtein';
import { sql } from 'kysely';
import { SEARCH_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { SearchEngine } from '../../../packages/search/index.ts';
import { quote } from '../../platform/quote.ts';
import type { Db, ProductRow } from '../../platform/storage/schema.ts';
import { listNames, pages } from '../../shop/catalogue/pictures/store.ts';
import { productSource } from '../../shop/search/store.ts';
import { type List, money, number, text } from './columns.ts';

const columns = ['position', 'id', 'name', 'cost_cents', 'stock', 'active'] as const;
export type ListedProduct = Pick<ProductRow, (typeof columns)[number]>;

export const productList: List<ListedProduct> = {
  columns: [
    text('id', ({ id }) => id),
    text('name', ({ name }) => name, { mayShrink: true }),
    money('price', ({ cost_cents }) => cost_cents),
    {
      ...number('stock', ({ stock }) => stock ?? 0),
      json: ({ stock }) => stock,
      text: ({ stock }) => (stock === null ? 'not counted' : String(stock)),
    },
    text('on sale', ({ active }) => (active ? 'yes' : 'no'), {
      json: ({ active }) => active === 1,
    }),
  ],
  none: 'There are no such products.',
};

/**
 * In the catalogue's order; with `maxStock` only products whose stock is counted and no higher, lowest first.
 * @param limit products at most
 */
export async function listProducts(
  db: Db,
  { maxStock, limit }: { maxStock: number | undefined; limit: number },
): Promise<{ products: ListedProduct[]; total: number }> {
  const query = db
    .selectFrom('products')
    .$if(maxStock !== undefined, (all) => all.where('stock', '<=', Number(maxStock)));
  const products = await query
    .select(columns)
    .$if(maxStock !== undefined, (low) => low.orderBy('stock'))
    .orderBy('position')
    .limit(limit)
    .execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { products, total };
}

/** Ids per query. SQLite accepts at most 32,766 parameters. */
export const FOUND_MAX = 1_000;

/**
 * The product of this id, those whose ids begin like it, and those that the search of the shop finds, best first.
 * @param limit products at most, up to FOUND_MAX
 */
export async function findProducts(
  db: Db,
  text: string,
  limit: number,
): Promise<{ products: ListedProduct[]; hasMore: boolean }> {
  const byId = await db
    .selectFrom('products')
    .select(columns)
    .where(
      sql<boolean>`lower(id) like lower(${`${text.replaceAll(/[\\%_]/g, '\\$&')}%`}) escape '\\'`,
    )
    .orderBy(sql`case id when ${text} then 0 else 1 end`)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const all = new Map(byId.map((row) => [row.id, row]));
  for (const row of await search(db, text, limit + 1)) all.set(row.id, row);
  return { products: [...all.values()].slice(0, limit), hasMore: all.size > limit };
}

async function search(db: Db, text: string, limit: number): Promise<ListedProduct[]> {
  const engine = new SearchEngine(productSource(db, { hasAll: true }));
  try {
    await engine.build();
    const request = { exact: false, sort: 'relevance', filters: {} } as const;
    const typed = text.slice(0, SEARCH_TEXT_MAX_LENGTH);
    const { results } = engine.search({ ...request, text: typed }, limit);
    const positions = results.map(({ position }) => position);
    if (positions.length === 0) return [];
    const query = db.selectFrom('products').select(columns).where('position', 'in', positions);
    const rows = new Map((await query.execute()).map((row) => [row.position, row]));
    return positions.flatMap((position) => rows.get(position) ?? []);
  } finally {
    engine.close();
  }
}

const NEAREST_MAX = 3;
const NAMES_PER_QUERY = 10_000;

/** A sentence for an id that no product has, with the nearest ids. */
export async function describeMissing(db: Db, id: string): Promise<string> {
  const nearest = (await findNearest(db, id)).map(quote).join(', ');
  const missing = `There is no product ${quote(id)}.`;
  return nearest === '' ? missing : `${missing} The nearest: ${nearest}.`;
}

/** The ids that differ from a text in less than half of its characters, regardless of case, nearest first. */
async function findNearest(db: Db, text: string): Promise<string[]> {
  const typed = text.toLowerCase();
  let nearest: { id: string; typos: number }[] = [];
  for await (const rows of pages((page) => listNames(db, page), NAMES_PER_QUERY)) {
    const near = rows
      .map(({ id }) => ({ id, typos: distance(id.toLowerCase(), typed) }))
      .filter(({ typos }) => typos < typed.length / 2);
    nearest = [...nearest, ...near].sort((one, other) => one.typos - other.typos);
    nearest = nearest.slice(0, NEAREST_MAX);
  }
  return nearest.map(({ id }) => id);
}
