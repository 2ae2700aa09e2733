/** What happens to those who listen for what the database tells. */
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Ends their connections, as a database does that is restarted. Idle, they have asked last whether it can be written. */
export async function endListeners(db: Db): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'select pg_is_in_recovery%'
      and pid <> pg_backend_pid()`.execute(db);
}
