/** Indices to find the windows that are over. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['login_failures', 'request_counts']) {
    const index = db.schema.createIndex(`${table}_window_ends_at`).on(table);
    await index.column('window_ends_at').execute();
  }
}
