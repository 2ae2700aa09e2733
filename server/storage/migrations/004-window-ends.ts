/** Windows that are over are found without a look at all others: there is one for each address. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['login_failures', 'request_counts']) {
    const index = db.schema.createIndex(`${table}_window_ends_at`).on(table);
    await index.column('window_ends_at').execute();
  }
}
