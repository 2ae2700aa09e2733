import type { Sessions } from './auth/session-cache.ts';
import type { Db } from './storage/schema.ts';

/** What every domain gets: the database, and what tests decide themselves. */
export interface Services {
  db: Db;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A new, unique, time-ordered id. */
  newId(): string;
  /** Counts sales, where metrics are on. */
  meter?: Meter;
}

/** Counts what was committed. Call it after the transaction, never inside. Amounts are cents. */
export interface Meter {
  orderPlaced(totalCents: number): void;
  moneyGranted(cents: number): void;
}

/** What the routes of a server get. */
export interface AppServices extends Services {
  sessions: Sessions;
  /** Rejects where the database can't be read or written. */
  checkDatabase(): Promise<void>;
  /** Changes with every change of the catalogue. A promise where the database must be asked. */
  catalogueVersion(): string | Promise<string>;
  /** The same at any other time. */
  freshCatalogueVersion(): Promise<string>;
  /** Fraction of the database's wait queue that is in use; 1 is full. */
  databaseBacklog?: (() => number) | undefined;
  /** Another number once another process has written to the database; where nobody can tell, there is none. */
  writesOfOthers?: (() => number) | undefined;
}
