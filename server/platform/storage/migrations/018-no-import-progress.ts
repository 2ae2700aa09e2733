/** Imports are not resumed any more. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('import_progress').execute();
}
