/** What the migrations make of an empty file. */
import { Kysely, sql } from 'kysely';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { openSqliteAlone } from './dialect.ts';

/** The statements of all tables, indices and triggers, as SQLite keeps them. */
export async function freshSqliteSchema(): Promise<string[]> {
  const db = new Kysely<Schema>({ dialect: openSqliteAlone(':memory:', { readOnly: false }) });
  try {
    await migrate(db, 'sqlite');
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_schema where sql is not null`.execute(db);
    return rows.map((row) => row.sql);
  } finally {
    await db.destroy();
  }
}
