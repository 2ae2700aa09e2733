import { Kysely, sql } from 'kysely';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { openSingleConnection } from './dialect.ts';

/** @returns the SQL of all tables, indices and triggers that the migrations create */
export async function freshSqliteSchema(): Promise<string[]> {
  const db = new Kysely<Schema>({ dialect: openSingleConnection(':memory:', { readOnly: false }) });
  try {
    await migrate(db, 'sqlite');
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_schema where sql is not null`.execute(db);
    return rows.map((row) => row.sql);
  } finally {
    await db.destroy();
  }
}
