/** Removes the notifications of ended sessions: each request reads its session. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger sessions_news on sessions`.execute(db);
  await sql`drop function tell_session_ended`.execute(db);
}
