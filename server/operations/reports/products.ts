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

const columns = ['position', 'id', 'name', 'option', 'cost_cents', 'stock', 'active'] as const;
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

/** Of one group. */
export const variantList: List<ListedProduct> = {
  columns: [...productList.columns, text('option', ({ option }) => option)],
};

export interface ProductFilter {
  /** Only products whose stock is counted and no higher, lowest first. Otherwise the order is the catalogue's. */
  maxStock?: number | undefined;
  isOnSale?: boolean | undefined;
  group?: string | undefined;
}

/** @param after the product after which to go on, by its id @param limit products at most */
export async function listProducts(
  db: Db,
  { after, limit, ...filter }: ProductFilter & { after?: string | undefined; limit: number },
): Promise<ListedProduct[]> {
  const isLow = filter.maxStock !== undefined;
  const order = sql.raw(isLow ? 'stock, position' : 'position');
  return filtered(db, filter)
    .select(columns)
    .$if(after !== undefined, (rest) =>
      rest.where(sql<boolean>`(${order}) > (select ${order} from products where id = ${after})`),
    )
    .$if(isLow, (low) => low.orderBy('stock'))
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function countProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function filtered(db: Db, { maxStock, isOnSale, group }: ProductFilter) {
  return db
    .selectFrom('products')
    .$if(maxStock !== undefined, (all) => all.where('stock', '<=', Number(maxStock)))
    .$if(isOnSale !== undefined, (all) => all.where('active', '=', isOnSale ? 1 : 0))
    .$if(group !== undefined, (all) =>
      all.where('group_id', '=', String(group)).where(sql<boolean>`group_id <> ''`),
    );
}

/** Ids per query. SQLite accepts at most 32,766 parameters. */
export const FOUND_MAX = 1_000;

/** @returns ids of products that a text finds, best first */
type Finder = (text: string, limit: number) => Promise<readonly string[]>;

/**
 * The product of this id, those whose ids begin like it, and those that a search finds, best first.
 * @param limit products at most, up to FOUND_MAX
 * @param find by default, the search of the shop over all products, which it indexes first
 */
export async function findProducts(
  db: Db,
  text: string,
  limit: number,
  find: Finder = (typed, most) => searchAll(db, typed, most),
): Promise<{ products: ListedProduct[]; hasMore: boolean }> {
  const byId = await db
    .selectFrom('products')
    .select(columns)
    .where((eb) => eb.or(casesOf(text).map((typed) => begins(typed))))
    .orderBy(sql`case id when ${text} then 0 else 1 end`)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const all = new Map(byId.map((row) => [row.id, row]));
  const ids = await find(text.slice(0, SEARCH_TEXT_MAX_LENGTH), limit + 1);
  for (const row of await readInOrder(db, ids)) all.set(row.id, row);
  return { products: [...all.values()].slice(0, limit), hasMore: all.size > limit };
}

/** As the index of ids has them: in other cases they are found by the search. */
const casesOf = (text: string) => [...new Set([text, text.toLowerCase(), text.toUpperCase()])];

/** The first condition is for the index. In some collations, nothing is known to come after the last of these ids. */
function begins(typed: string) {
  const pattern = `${typed.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(id >= ${typed} and id like ${pattern} escape '\\')`;
}

async function readInOrder(db: Db, ids: readonly string[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom('products').select(columns).where('id', 'in', ids);
  const rows = new Map((await query.execute()).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

async function searchAll(db: Db, text: string, limit: number): Promise<string[]> {
  const engine = new SearchEngine(productSource(db, { hasAll: true }));
  try {
    await engine.build();
    const request = { exact: false, sort: 'relevance', filters: {} } as const;
    const { results } = engine.search({ ...request, text }, limit);
    const positions = results.map(({ position }) => position);
    if (positions.length === 0) return [];
    const query = db.selectFrom('products').select(['id', 'position']);
    const rows = await query.where('position', 'in', positions).execute();
    const ids = new Map(rows.map(({ id, position }) => [position, id]));
    return positions.flatMap((position) => ids.get(position) ?? []);
  } finally {
    engine.close();
  }
}

/** Products that are not on sale, which shoppers don't find, by a part of their names. */
export async function findOffSale(db: Db, text: string, limit: number): Promise<string[]> {
  const part = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&');
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('active', '=', 0)
    .where(sql<boolean>`lower(name) like ${`%${part}%`} escape '\\'`)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
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
