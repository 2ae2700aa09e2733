/** A trigger announces each session that is ended to all servers, with the commit. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_session_ended() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ended', old.token_hash);
      return null;
    end $$`.execute(db);
  // A session that has expired is valid nowhere.
  await sql`
    create trigger sessions_news after delete on sessions
      for each row when (old.expires_at > extract(epoch from now()) * 1000)
      execute function tell_session_ended()`.execute(db);
}
