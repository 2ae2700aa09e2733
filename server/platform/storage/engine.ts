import { type Kysely, PostgresAdapter } from 'kysely';
import type { Engine } from './tables/columns.ts';

export type { Engine };

export function engineOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
