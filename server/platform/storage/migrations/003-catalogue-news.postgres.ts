/** A trigger announces each new version of the catalogue to all servers, with the commit. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_catalogue_version() returns trigger language plpgsql as $$
    begin
      perform pg_notify('catalogue_version', new.version);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger catalogue_state_news after insert or update on catalogue_state
      for each row execute function tell_catalogue_version()`.execute(db);
}
