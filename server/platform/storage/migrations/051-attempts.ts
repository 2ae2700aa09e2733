/** Requests and failures count in one table. What was counted before is forgotten. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const table of ['login_failures', 'request_counts']) await schema.dropTable(table).execute();
  await schema
    .createTable('attempts')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('counts_until', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('attempts_counts_until').on('attempts').column('counts_until').execute();
  // A subject begins with the 51 characters of its account.
  await sql`create index attempts_of_account on attempts (substr(subject, 1, 51))`.execute(db);
}
