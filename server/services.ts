import type { Cart } from '../contract/cart.ts';
import type { Session } from './auth/store.ts';
import type { Db } from './storage/schema.ts';
import type { ShopperCache } from './storage/shopper-cache.ts';

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
  /** By token hash. `get` rejects with SESSION_EXPIRED where there is none. */
  sessions: ShopperCache<Session>;
  /** By user id. */
  carts: ShopperCache<Cart>;
  /** Rejects where the database can't be read or written. */
  checkDatabase(): Promise<void>;
  /** Changes with every change of the catalogue. A promise only while it has to be read. */
  catalogueVersion(): string | Promise<string>;
  /** Fraction of the database's wait queue that is in use; 1 is full. */
  databaseBacklog?: (() => number) | undefined;
}
