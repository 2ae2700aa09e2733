/** Removes the notifications of new versions of the catalogue: servers poll the version. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger catalogue_state_news on catalogue_state`.execute(db);
  await sql`drop function tell_catalogue_version`.execute(db);
}
