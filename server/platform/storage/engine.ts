import { PostgresAdapter } from 'kysely';
import type { Db } from './schema.ts';

/** Only few places outside of the storage depend on the engine, such as the audit. */
export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
