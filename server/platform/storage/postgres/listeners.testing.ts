import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Ends all listening connections, as a restart does. They are idle after LISTEN, or their heartbeat query. */
export async function endListeners(db: Db): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen %' or query like 'select pg_is_in_recovery%')
      and pid <> pg_backend_pid()`.execute(db);
}
