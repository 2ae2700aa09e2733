/** Search over the full-text index. The index is the engine's own; what it finds and in which order isn't. */
import { type RawBuilder, sql } from 'kysely';
import type { ProductPage } from '../../contract/pages.ts';
import { formatCursor, parseCursor, type ShownProductRow, toProduct } from '../catalogue/rules.ts';
import type { PageRequest } from '../catalogue/store.ts';
import { type Engine, engineOf } from '../storage/engine.ts';
import type { Db } from '../storage/schema.ts';
import { mayBeBeginning, type Term } from './rules.ts';
import type { VocabularyWords } from './vocabulary.ts';

/** What a term costs a product, by where it is: in the name as a word, in the brand, and so on. */
const COSTS = { brand: 1, beginningInName: 2, category: 4, description: 9 };
/** For a term in the name whose product isn't filed under it: a cable for headphones is none. */
const OTHER_CATEGORY_COST = 1;
/** More doesn't count. */
const COST_MAX = 99;
/** How much more one thing counts than all that come after it. */
const EXACT_NAME = 100_000_000;
const COST = 1_000_000;
const TOGETHER = 500_000;
const WEIGHT = 1_000;
const WEIGHT_MAX = 99;

type RankedRow = ShownProductRow & { rank: number };

/**
 * The products that have every term, best first: the exact name, then by where the terms are, then
 * those that stand together in the name, then by how well known and rated they are.
 * @throws Refusal CURSOR_INVALID
 */
export async function findByTerms(
  db: Db,
  terms: readonly Term[],
  { limit, cursor }: PageRequest,
): Promise<ProductPage> {
  const after = parseCursor(cursor, 2);
  if (terms.length === 0) return { products: [], next: undefined };
  const rest = after
    ? sql`where rank > ${after[0]} or (rank = ${after[0]} and position > ${after[1]})`
    : sql``;
  const { rows } = await sql<RankedRow>`
    select * from (
      select p.position, p.id, p.name, p.category, p.cost_cents, p.rating_halves, p.image,
             ${rankOf(terms)} as rank
      from ${matches[engineOf(db)](terms)} and p.active = 1
    ) as found
    ${rest}
    order by rank, position
    limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { products: page.map(toProduct), next: last && formatCursor([last.rank, last.position]) };
}

/** Plain comparisons, so that every engine comes to the same. Words hold no character that LIKE minds. */
function rankOf(terms: readonly Term[]): RawBuilder<number> {
  const phrase = terms.map(([words = []]) => words.join(' ')).join(' ');
  const costs = sql.join(terms.map(costOf), sql` + `);
  return sql`(
    case when p.search_name = ${phrase} then 0 else ${sql.lit(EXACT_NAME)} end
    + case when ${costs} > ${sql.lit(COST_MAX)} then ${sql.lit(COST_MAX)} else ${costs} end
      * ${sql.lit(COST)}
    + case when ${has('p.search_name', [phrase])} then 0 else ${sql.lit(TOGETHER)} end
    + (${sql.lit(WEIGHT_MAX)} - p.search_weight) * ${sql.lit(WEIGHT)})`;
}

function costOf(term: Term): RawBuilder<number> {
  const inField = (column: string) =>
    sql.join(
      term.map((words) => has(column, words)),
      sql` or `,
    );
  const begins = sql.join(
    term.map((words) => begin('p.search_name', words)),
    sql` or `,
  );
  return sql`case
      when ${inField('p.search_name')} then
        case when ${inField('p.search_category')} then 0 else ${sql.lit(OTHER_CATEGORY_COST)} end
      when ${inField('p.search_brand')} then ${sql.lit(COSTS.brand)}
      when ${begins} then ${sql.lit(COSTS.beginningInName)}
      when ${inField('p.search_category')} then ${sql.lit(COSTS.category)}
      else ${sql.lit(COSTS.description)} end`;
}

/** All of these as whole words. */
function has(column: string, words: readonly string[]): RawBuilder<boolean> {
  return allOf(words, (word) => sql`' ' || ${sql.ref(column)} || ' ' like ${`% ${word} %`}`);
}

/** All of these as beginnings of words. */
function begin(column: string, words: readonly string[]): RawBuilder<boolean> {
  return allOf(words, (word) => sql`' ' || ${sql.ref(column)} like ${`% ${word}%`}`);
}

function allOf(
  words: readonly string[],
  test: (word: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(${sql.join(words.map(test), sql` and `)})`;
}

const matches: Record<Engine, (terms: readonly Term[]) => RawBuilder<unknown>> = {
  // Quoted, a word is only ever a word; the star matches what begins with it.
  sqlite: (terms) => sql`products_search
      join products p on p.position = products_search.rowid
      where products_search match ${formula(terms, ' AND ', ' OR ', (word) => `"${word}"`, '*')}`,
  postgres: (terms) => sql`products p
      where p.search_words @@ ${formula(terms, ' & ', ' | ', (word) => `'${word}'`, ':*')}::tsquery`,
};

/** The terms in the index's own language. */
function formula(
  terms: readonly Term[],
  and: string,
  or: string,
  quote: (word: string) => string,
  beginning: string,
): string {
  return terms
    .map((term, index) => {
      const isLastTerm = index === terms.length - 1;
      const alternatives = term.map((words) => {
        const quoted = words.map((word, place) => {
          const isLast = isLastTerm && place === words.length - 1;
          return quote(word) + (mayBeBeginning(word, isLast) ? beginning : '');
        });
        return `(${quoted.join(and)})`;
      });
      return `(${alternatives.join(or)})`;
    })
    .join(and);
}

/** Products whose words are read at once. */
const VOCABULARY_BATCH = 2_000;

/** The words of all products; see `VocabularyWords`. */
export async function readVocabulary(db: Db): Promise<VocabularyWords> {
  const named = new Map<string, number>();
  const described = new Set<string>();
  const written = new Map<string, number>();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('products')
      .select([
        'position',
        'name',
        'categories',
        'search_name',
        'search_category',
        'search_brand',
        'search_description',
      ])
      .where('position', '>', after)
      .where('active', '=', 1)
      .orderBy('position')
      .limit(VOCABULARY_BATCH)
      .execute();
    for (const row of rows) {
      const words = `${row.search_name} ${row.search_category} ${row.search_brand}`.split(' ');
      for (const word of new Set(words)) named.set(word, (named.get(word) ?? 0) + 1);
      for (const word of row.search_description.split(' ')) described.add(word);
      for (const form of `${row.name} ${row.categories}`.toLowerCase().match(/\p{L}+/gu) ?? []) {
        written.set(form, (written.get(form) ?? 0) + 1);
      }
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  named.delete('');
  described.delete('');
  return { named, described, written };
}
