/**
 * The search index: every word of a product's texts, as the shop folds them. No
 * dictionary and no extension of PostgreSQL's, so that it finds what SQLite finds.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table products add column search_words tsvector not null generated always as (
      array_to_tsvector(array_remove(string_to_array(
        search_name || ' ' || search_category || ' ' || search_brand || ' ' || search_description, ' '), ''))
    ) stored`.execute(db);
  await sql`create index products_search_words on products using gin (search_words)`.execute(db);
}
