/** Search over the full-text index. The index is the engine's own; what it finds and in which order isn't. */
import { type RawBuilder, sql } from 'kysely';
import type { ProductPage } from '../../contract/pages.ts';
import { formatCursor, parseCursor, type ShownProductRow, toProduct } from '../catalogue/rules.ts';
import type { PageRequest } from '../catalogue/store.ts';
import { type Engine, engineOf } from '../storage/engine.ts';
import type { Db } from '../storage/schema.ts';

/** What a word costs that the name has only the beginning of, and one that only the category has. */
const BEGINNING_COST = 1;
const CATEGORY_COST = 3;

type RankedRow = ShownProductRow & { rank: number };

/**
 * The products that have every one of these words or a word that begins with it, best first: the
 * exact name, then by how much of the words is in the name, then in the catalogue's order.
 * @param words as `foldWords` makes them
 * @throws Refusal CURSOR_INVALID
 */
export async function findByWords(
  db: Db,
  words: readonly string[],
  { limit, cursor }: PageRequest,
): Promise<ProductPage> {
  const after = parseCursor(cursor, 2);
  if (words.length === 0) return { products: [], next: undefined };
  const rest = after
    ? sql`where rank > ${after[0]} or (rank = ${after[0]} and position > ${after[1]})`
    : sql``;
  const { rows } = await sql<RankedRow>`
    select * from (
      select p.position, p.id, p.name, p.category, p.cost_cents, p.rating_halves, p.image,
             ${rankOf(words)} as rank
      from ${matches[engineOf(db)](words)}
    ) as found
    ${rest}
    order by rank, position
    limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { products: page.map(toProduct), next: last && formatCursor([last.rank, last.position]) };
}

/** Plain comparisons, so that every engine comes to the same. Words hold no character that LIKE minds. */
function rankOf(words: readonly string[]): RawBuilder<number> {
  const costs = words.map(
    (word) => sql`case
      when ' ' || p.search_name || ' ' like ${`% ${word} %`} then 0
      when ' ' || p.search_name like ${`% ${word}%`} then ${sql.lit(BEGINNING_COST)}
      else ${sql.lit(CATEGORY_COST)} end`,
  );
  const isExact = sql`case when p.search_name = ${words.join(' ')} then 0 else 1 end`;
  return sql`(${isExact} + ${sql.join(costs, sql` + `)})`;
}

const matches: Record<Engine, (words: readonly string[]) => RawBuilder<unknown>> = {
  // Quoted, a word is only ever a word; the star matches what begins with it.
  sqlite: (words) => sql`products_search
      join products p on p.position = products_search.rowid
      where products_search match ${words.map((word) => `"${word}"*`).join(' ')}`,
  postgres: (words) => sql`products p
      where p.search_words @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`,
};

/** Every word that the catalogue has, with the number of products that have it. */
export async function readVocabulary(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('products')
      .select(['position', 'search_name', 'search_category'])
      .where('position', '>', after)
      .orderBy('position')
      .limit(VOCABULARY_BATCH)
      .execute();
    for (const row of rows) {
      for (const word of new Set(`${row.search_name} ${row.search_category}`.split(' '))) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return counts;
    after = last.position;
  }
}

/** Products whose words are read at once. */
const VOCABULARY_BATCH = 5_000;
