import { type Kysely, PostgresAdapter } from 'kysely';

/** Only few places outside of the storage depend on the engine, such as the audit. */
export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
