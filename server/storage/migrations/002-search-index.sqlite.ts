/**
 * The search index: FTS5 over the products' own rows, kept in step by triggers, so that no code
 * path can forget it. SQLite only.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table products_search using fts5(
      name, category,
      content='products', content_rowid='position',
      tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
    )`.execute(db);
  await sql`
    create trigger products_search_insert after insert on products begin
      insert into products_search(rowid, name, category)
        values (new.position, new.name, new.category);
    end`.execute(db);
  await sql`
    create trigger products_search_delete after delete on products begin
      insert into products_search(products_search, rowid, name, category)
        values ('delete', old.position, old.name, old.category);
    end`.execute(db);
  await sql`
    create trigger products_search_update after update of position, name, category on products begin
      insert into products_search(products_search, rowid, name, category)
        values ('delete', old.position, old.name, old.category);
      insert into products_search(rowid, name, category)
        values (new.position, new.name, new.category);
    end`.execute(db);
}
