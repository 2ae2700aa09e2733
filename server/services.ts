import type { Sessions } from './auth/session-cache.ts';
import type { Db } from './storage/schema.ts';

/** The database, and what tests want to decide themselves. */
export interface Services {
  db: Db;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A new, unique, time-ordered id. */
  newId(): string;
  /** Told what only a route knows; where nobody counts, there is none. */
  meter?: Meter;
}

/** Counts what was committed: told after a transaction, never inside one. Amounts are cents. */
export interface Meter {
  orderPlaced(totalCents: number): void;
  moneyGranted(cents: number): void;
}

/** What the routes of a server are handed. */
export interface AppServices extends Services {
  sessions: Sessions;
  /** Rejects where the database can't be asked, or not be written. */
  checkDatabase(): Promise<void>;
  /** The catalogue's current version. A promise only while it has to be read. */
  catalogueVersion(): string | Promise<string>;
  /** How much of the room for those who wait for the database is taken: 1 where it is full. */
  databaseBacklog?: (() => number) | undefined;
  /** Another number once another process has written to the database; where nobody can tell, there is none. */
  writesOfOthers?: (() => number) | undefined;
}
