/** Search over the full-text index. The index is the engine's own (here FTS5), and so is this SQL. */
import { sql } from 'kysely';
import type { ProductPage } from '../../contract/pages.ts';
import { formatCursor, parseCursor, type ShownProductRow, toProduct } from '../catalogue/rules.ts';
import { listProducts, type PageRequest } from '../catalogue/store.ts';
import type { Db } from '../storage/schema.ts';
import { searchWords } from './rules.ts';

/** How much a word in the name counts against one in the category. */
const NAME_WEIGHT = 10;
const CATEGORY_WEIGHT = 4;

type RankedRow = ShownProductRow & { rank: number };

/**
 * The products that have every word of the text, the last ones still being typed, best first.
 * @throws Refusal CURSOR_INVALID
 */
async function searchProducts(
  db: Db,
  text: string,
  { limit, cursor }: PageRequest,
): Promise<ProductPage> {
  const words = searchWords(text);
  const after = parseCursor(cursor, 2);
  if (words.length === 0) return { products: [], next: undefined };
  // Quoted, a word is only ever a word to FTS5; the star matches what begins with it.
  const match = words.map((word) => `"${word}"*`).join(' ');
  const rest = after
    ? sql`where rank > ${after[0]} or (rank = ${after[0]} and position > ${after[1]})`
    : sql``;
  const { rows } = await sql<RankedRow>`
    select * from (
      select p.position, p.id, p.name, p.category, p.cost_cents, p.rating_halves, p.image,
             bm25(products_search, ${sql.lit(NAME_WEIGHT)}, ${sql.lit(CATEGORY_WEIGHT)}) as rank
      from products_search
      join products p on p.position = products_search.rowid
      where products_search match ${match}
    )
    ${rest}
    order by rank, position
    limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { products: page.map(toProduct), next: last && formatCursor([last.rank, last.position]) };
}

/** What the search box shows: what the text finds, or the whole catalogue where it is blank. */
export function searchOrListProducts(
  db: Db,
  text: string,
  page: PageRequest,
): Promise<ProductPage> {
  return text.trim() === '' ? listProducts(db, page) : searchProducts(db, text, page);
}
