/** Codes that set a new password. The failed logins of an account are found by an index. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('recovery_codes_of_user')
    .on('recovery_codes')
    .columns(['user_id', 'used_at'])
    .execute();
  // A subject begins with the 51 characters of its account.
  await sql`create index login_failures_of_account on login_failures (substr(subject, 1, 51))`.execute(
    db,
  );
}
