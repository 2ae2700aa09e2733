/**
 * The search index: FTS5 over the products' own rows, kept in step by triggers, so that no code
 * path can forget it. The words are folded already, so the tokenizer only has to part them.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table products_search using fts5(
      search_name, search_category, search_brand, search_description,
      content='products', content_rowid='position',
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'", prefix='1 2 3'
    )`.execute(db);
  await sql`
    create trigger products_search_insert after insert on products begin
      insert into products_search(rowid, search_name, search_category, search_brand, search_description)
        values (new.position, new.search_name, new.search_category, new.search_brand, new.search_description);
    end`.execute(db);
  await sql`
    create trigger products_search_delete after delete on products begin
      insert into products_search(products_search, rowid, search_name, search_category, search_brand, search_description)
        values ('delete', old.position, old.search_name, old.search_category, old.search_brand, old.search_description);
    end`.execute(db);
  await sql`
    create trigger products_search_update after update of position, search_name, search_category, search_brand, search_description on products begin
      insert into products_search(products_search, rowid, search_name, search_category, search_brand, search_description)
        values ('delete', old.position, old.search_name, old.search_category, old.search_brand, old.search_description);
      insert into products_search(rowid, search_name, search_category, search_brand, search_description)
        values (new.position, new.search_name, new.search_category, new.search_brand, new.search_description);
    end`.execute(db);
}
