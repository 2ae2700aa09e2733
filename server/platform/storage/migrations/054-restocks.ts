/** Goods of an order can come back without a refund: the history of orders has a further kind. */
import { type Kysely, sql } from 'kysely';

type AnySchema = Kysely<unknown>;

const before = "'tracked', 'noted')";
const after = "'tracked', 'noted', 'restocked')";

export async function upPostgres(db: AnySchema): Promise<void> {
  await sql`
    alter table order_changes drop constraint order_changes_kind_check,
      add constraint order_changes_kind_check
        check (kind in ('shipped', 'cancelled', 'refunded', ${sql.raw(after)})`.execute(db);
}

/** SQLite can't change a constraint: the table is written anew, and so is the one that refers to it. */
export async function upSqlite(db: AnySchema): Promise<void> {
  const tables = ['order_changes', 'order_returns'];
  const { rows } = await sql<{ name: string; type: string; sql: string }>`
    select name, type, sql from sqlite_schema
    where tbl_name in (${sql.join(tables)}) and sql is not null
    order by type desc, name`.execute(db);
  const indices = rows.filter(({ type }) => type === 'index');
  for (const { name, sql: created } of rows.filter(({ type }) => type === 'table')) {
    const copy = created
      .replace(before, after)
      .replaceAll(/"(order_(?:changes|returns))"/g, '"new_$1"');
    await sql.raw(copy).execute(db);
    await sql`insert into ${sql.table(`new_${name}`)} select * from ${sql.table(name)}`.execute(db);
  }
  for (const name of tables.toReversed()) await db.schema.dropTable(name).execute();
  for (const name of tables) {
    await db.schema.alterTable(`new_${name}`).renameTo(name).execute();
  }
  for (const index of indices) await sql.raw(index.sql).execute(db);
}
