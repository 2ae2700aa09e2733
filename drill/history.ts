/**
 * The history of a drill: the calls of clients with their responses, the changes by operators, and the faults by the
 * nemesis. All of them run in one process, so the position of an event in the history is its time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventType } from '../contract/events.ts';
import type { OrderStatus } from '../contract/orders.ts';
import type { Engine } from '../server/platform/storage/engine.ts';
import type { OrderAction } from '../server/shop/orders/lifecycle.ts';
import type { FinalState } from './final-state.ts';
import { print } from './report.ts';

/** The operations of a shopper. */
export type ShopperOperation =
  | { type: 'register' | 'login' | 'logout' }
  | { type: 'read products' | 'read cart' | 'read addresses' | 'read balance' }
  | { type: 'read order' | 'cancel order'; orderId: string }
  | { type: 'read orders'; limit: number }
  | { type: 'put'; productId: string; qty: number }
  | { type: 'add address'; address: string }
  | { type: 'delete address'; id: string }
  /** `expectedTotal` is in dollars, as text. */
  | { type: 'checkout'; key: string; addressId: string; expectedTotal?: string | undefined };

/** The operations of operators on orders. An amount is in cents. A refund without one returns all that is left. */
export type DeskOperation = {
  type: 'change order';
  orderId: string;
  action: OrderAction;
  amountCents?: number;
  key?: string;
};

/** The body of the response to an operator's operation. */
export interface DeskReply {
  status: OrderStatus;
  refundedCents: number;
  isChanged: boolean;
}

export type Operation = ShopperOperation | DeskOperation;

/** `replayed` is the header Idempotency-Replayed. */
export type Response = { status: number; body: string; replayed: boolean };

/** `stock` is null if it is not counted. */
export type Product = { id: string; costCents: number; stock: number | null };

/** The operator's change of a product. `stockBy` adds units, or removes them down to zero. */
export type Change = { productId: string; costCents?: number; onSale?: boolean; stockBy?: number };

/** A delivered event. `number` is the number of the change in the order's history; 0 if the order was placed. */
export type Delivery = {
  type: Exclude<EventType, 'account.erased'>;
  orderId: string;
  number: number;
  username: string;
};

export type HistoryEvent =
  /**
   * Behind a load balancer, the client's first response may be a replay, because the load balancer may repeat a
   * checkout. Without a receiver there are no deliveries.
   */
  | {
      kind: 'start';
      engine: Engine;
      products: Product[];
      isLoadBalanced?: boolean;
      hasReceiver?: boolean;
    }
  /**
   * A request is about to be sent. `session` is the id of the login's invocation. For an operator's operation,
   * `username` is the owner of the order.
   */
  | { kind: 'invoke'; id: number; username: string; session?: number; operation: Operation }
  | ({ kind: 'response'; id: number } & Response)
  /** There is no response. The operation may have happened, may happen later, or may never happen. */
  | { kind: 'info'; id: number }
  /** The operation never reached a server. */
  | { kind: 'fail'; id: number }
  /** With `noServer`, all servers and their transactions are dead; with `noDesk`, those of the operators' process. */
  | { kind: 'nemesis'; fault: string; noServer?: boolean; noDesk?: boolean }
  | { kind: 'change'; id: number; change: Change }
  /** The stock before and after. */
  | { kind: 'changed'; id: number; before: number | null; after: number | null }
  /** The receiver of webhooks accepted an event. The same event may be delivered again. */
  | ({ kind: 'delivery' } & Delivery)
  /** A line of a server's log that reports an unexpected error. */
  | { kind: 'defect'; line: string }
  | ({ kind: 'final' } & FinalState);

export type EventOf<Kind, Event = HistoryEvent> = Extract<Event, { kind: Kind }>;

/** `ms` is `performance.now()`. The checker uses only the order of events. */
export type TimedEvent = HistoryEvent & { ms: number };

type Condition = (event: HistoryEvent) => boolean;
type Waiter = { left: number; matches: Condition; resolve: () => void };

/** `until` stops waiting after this time without any event. */
const SILENCE_MS = 5_000;

export class History {
  readonly events: TimedEvent[] = [];
  #ids = 0;
  #waiters: Waiter[] = [];
  #silence: NodeJS.Timeout | undefined;

  /** @returns an id for an invocation or a change */
  nextId(): number {
    return ++this.#ids;
  }

  add(event: HistoryEvent): void {
    this.events.push({ ...event, ms: performance.now() });
    this.#silence?.refresh();
    for (const waiter of this.#waiters) if (waiter.matches(event)) waiter.left--;
    this.#release(({ left }) => left <= 0);
  }

  /** Resolves after this many more matching events, or after five seconds without any event. */
  until(matches: Condition, times = 1): Promise<void> {
    this.#silence ??= setTimeout(() => this.#release(() => true), SILENCE_MS).unref();
    this.#silence.refresh();
    return new Promise((resolve) => this.#waiters.push({ left: times, matches, resolve }));
  }

  #release(isOver: (waiter: Waiter) => boolean): void {
    for (const waiter of this.#waiters) if (isOver(waiter)) waiter.resolve();
    this.#waiters = this.#waiters.filter((waiter) => !isOver(waiter));
  }
}

export const isResponse: Condition = ({ kind }) => kind === 'response';

/** Matches a response that confirms a new order, but no replay. */
export const isNewOrder: Condition = (event) =>
  event.kind === 'response' && !event.replayed && event.body.includes('"orderId"');

/** Writes one line of JSON for each event. */
export function writeHistory(file: string, events: readonly HistoryEvent[]): void {
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** Writes the history to the system's temporary folder, and prints how to check it again. */
export function writeFailedHistory(name: string, events: readonly HistoryEvent[]): void {
  const file = join(tmpdir(), `qkart-history-${name}.jsonl`);
  writeHistory(file, events);
  print(`Check this history again: npm run drill -- orders --check ${file}`);
}

/** @param file a file of `writeHistory`, so its lines are events */
export function readHistory(file: string): HistoryEvent[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}
