/** Checks that the constraints, indices and triggers of the tables exist and are enabled. */
import { sql } from 'kysely';
import { type Engine, engineOf } from '../../platform/storage/engine.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { ddlOf, namesOf } from '../../platform/storage/tables/ddl.ts';
import { tableList } from '../../platform/storage/tables/tables.ts';
import type { Invariant } from './invariant.ts';

/** @returns the constraints that exist and are enabled, like `wallets_pkey on wallets` */
export async function readConstraints(db: Db): Promise<Set<string>> {
  const read: Record<Engine, typeof readSqliteConstraints> = {
    sqlite: readSqliteConstraints,
    postgres: readPostgresConstraints,
  };
  return read[engineOf(db)](db);
}

/** @returns what the descriptions of the tables create */
export function expectedConstraints(engine: Engine): Set<string> {
  return new Set(
    tableList.flatMap((table) =>
      engine === 'sqlite'
        ? ddlOf(table, engine)
        : namesOf(table).map((name) => `${name} on ${table.name}`),
    ),
  );
}

export const constraintsExist: Invariant = {
  name: 'constraints, indices and triggers exist and are enabled',
  async find(db) {
    const found = await readConstraints(db);
    const expected = expectedConstraints(engineOf(db));
    return [...expected].filter((name) => !found.has(name)).map((name) => `no ${name}`);
  },
};

/** SQLite stores the text of each CREATE statement, including constraints. */
async function readSqliteConstraints(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where sql is not null`.execute(db);
  return new Set(rows.map((row) => row.sql));
}

async function readPostgresConstraints(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select conname || ' on ' || relname as name from pg_constraint
      join pg_class on pg_class.oid = conrelid
      where relnamespace = current_schema()::regnamespace and contype in ('c', 'f', 'p', 'u')
        and convalidated
    union all
    select tgname || ' on ' || relname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled = 'O'
    union all
    select index.relname || ' on ' || owner.relname from pg_index
      join pg_class as index on index.oid = indexrelid
      join pg_class as owner on owner.oid = indrelid
      where owner.relnamespace = current_schema()::regnamespace and indisvalid
        and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
