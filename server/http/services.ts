/** What every route is handed: the database, and what tests want to decide themselves. */
import type { Db } from '../storage/schema.ts';

export interface Services {
  db: Db;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A new, unique, time-ordered id. */
  newId(): string;
}
