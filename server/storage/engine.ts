import { PostgresAdapter } from 'kysely';
import type { Db } from './schema.ts';

/** Where the two differ; hardly anybody outside this folder needs to know. */
export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
