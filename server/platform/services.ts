import type { Cart } from '../../contract/cart.ts';
import type { Session } from '../shop/accounts/store.ts';
import type { StoredOrder } from '../shop/orders/store.ts';
import type { Db, OrderChangeRow, Tx } from './storage/schema.ts';
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
  /** Records events, where webhooks are on. */
  events?: EventRecorder;
}

/** Writes events into the outbox, each in the transaction of the change that it tells of. */
export interface EventRecorder {
  orderPlaced(tx: Tx, placed: StoredOrder): Promise<void>;
  /** @param changed the order as it is after the change */
  orderChanged(tx: Tx, changed: StoredOrder, change: OrderChangeRow): Promise<void>;
  /** @param now when it was erased */
  accountErased(tx: Tx, userId: string, now: number): Promise<void>;
  /** Sends them without delay. Call it after the transaction; other servers find them within a second. */
  committed(): void;
}

/** Events that are not delivered. */
export interface EventBacklog {
  waiting: number;
  /** Of the oldest one that waits; 0 where none does. */
  oldestAgeMs: number;
  /** Those that were given up, until somebody retries them. */
  givenUp: number;
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
