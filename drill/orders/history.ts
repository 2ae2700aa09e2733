/**
 * What happened in a drill of orders, in the order in which it did: shoppers, the operator and the killer
 * are one process, so an event that was written before another one came before it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Violation } from '../../server/audit/audit.ts';
import type { Engine } from '../../server/storage/engine.ts';

export type Operation =
  | { do: 'register' }
  | { do: 'login' }
  | { do: 'logout' }
  | { do: 'read products' }
  | { do: 'read cart' }
  | { do: 'put'; productId: string; qty: number }
  | { do: 'read addresses' }
  | { do: 'add address'; address: string }
  | { do: 'delete address'; id: string }
  | { do: 'read balance' }
  | { do: 'read order'; orderId: string }
  | {
      do: 'checkout';
      key: string;
      addressId: string;
      /** Dollars, as text. */
      expectedTotal?: string | undefined;
    };

export interface Answer {
  status: number;
  body: string;
  /** The header Idempotency-Replayed. */
  replayed: boolean;
}

export interface SoldProduct {
  id: string;
  costCents: number;
  /** Null where it isn't counted. */
  stock: number | null;
}

/** What the operator does to a product: what isn't named stays as it is. */
export interface Change {
  productId: string;
  costCents?: number;
  onSale?: boolean;
  /** Units that are put on the shelf, or taken from it as far as there are some. */
  stockBy?: number;
}

export interface BookedOrder {
  id: string;
  username: string;
  key: string | null;
  addressId: string;
  totalCents: number;
  balanceAfterCents: number;
  lines: { productId: string; qty: number; costCents: number }[];
}

export interface BookedUser {
  username: string;
  balanceCents: number;
  cart: { productId: string; qty: number }[];
  addresses: { id: string; address: string }[];
}

/** The database, as it is when all is over. */
export interface Books {
  users: BookedUser[];
  orders: BookedOrder[];
  stock: Record<string, number | null>;
  /** Of the invariants that hold for any shop. */
  violations: Violation[];
}

export type HistoryEvent =
  | { kind: 'shop'; engine: Engine; products: SoldProduct[] }
  /** A request is about to be sent; `session` is the number of the login's call. */
  | { kind: 'call'; call: number; username: string; session?: number; operation: Operation }
  | ({ kind: 'answer'; call: number } & Answer)
  /** Whether it reached the server, and what came of it, nobody knows. */
  | { kind: 'lost'; call: number }
  /** No server was there to hear it. */
  | { kind: 'unsent'; call: number }
  /** The server is dead, and so is everything that it was doing. */
  | { kind: 'down'; what: string }
  /** The database's server was killed, and is back. */
  | { kind: 'database back' }
  | { kind: 'changing'; change: number; what: Change }
  /** Units on the shelf before and after; null where they aren't counted. */
  | { kind: 'changed'; change: number; before: number | null; after: number | null }
  /** What the server's log calls a defect of its own. */
  | { kind: 'defect'; line: string }
  | ({ kind: 'books' } & Books);

/** Nobody waits longer than that for something that may not come. */
const SILENCE_MS = 5_000;

export class History {
  readonly events: HistoryEvent[] = [];
  #calls = 0;
  #changes = 0;
  #waiting: { left: number; isIt: (event: HistoryEvent) => boolean; resolve: () => void }[] = [];
  #silence: NodeJS.Timeout | undefined;

  add(event: HistoryEvent): void {
    this.events.push(event);
    this.#silence?.refresh();
    for (const waiting of this.#waiting) if (waiting.isIt(event)) waiting.left--;
    this.#release(({ left }) => left <= 0);
  }

  /** Fulfilled when it has happened so often from now on, or when nothing at all happens for long. */
  until(isIt: (event: HistoryEvent) => boolean, times = 1): Promise<void> {
    this.#silence ??= setTimeout(() => this.#release(() => true), SILENCE_MS).unref();
    this.#silence.refresh();
    return new Promise((resolve) => {
      this.#waiting.push({ left: times, isIt, resolve });
    });
  }

  #release(isOver: (waiting: { left: number }) => boolean): void {
    for (const waiting of this.#waiting) if (isOver(waiting)) waiting.resolve();
    this.#waiting = this.#waiting.filter((waiting) => !isOver(waiting));
  }

  /** @returns the call's number */
  call(username: string, session: number | undefined, operation: Operation): number {
    const call = ++this.#calls;
    const of = session === undefined ? {} : { session };
    this.add({ kind: 'call', call, username, ...of, operation });
    return call;
  }

  /** @returns the change's number */
  changing(what: Change): number {
    const change = ++this.#changes;
    this.add({ kind: 'changing', change, what });
    return change;
  }
}

/** A line of JSON an event. */
export function writeHistory(file: string, events: readonly HistoryEvent[]): void {
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** @param file of `writeHistory` */
export function readHistory(file: string): HistoryEvent[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  // Only this program writes such files.
  return lines.map((line) => JSON.parse(line) as HistoryEvent);
}

export function isAnswer({ kind }: HistoryEvent): boolean {
  return kind === 'answer';
}
