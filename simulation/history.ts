/**
 * The history of a run: the calls of clients with their responses, the changes by operators, and the faults. All of
 * them are recorded by one process, so the position of an event in the history is its time.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventType } from '../contract/events.ts';
import type { Invoice, OrderStatus } from '../contract/orders.ts';
import type { Engine } from '../server/platform/storage/engine.ts';
import type { Tracking } from '../server/shop/orders/change.ts';
import type { OrderAction } from '../server/shop/orders/lifecycle.ts';
import type { Settlement } from '../server/shop/personal-data/erase.ts';
import type { FinalState } from './final-state.ts';

/** The operations of a shopper. */
export type ShopperOperation =
  | { type: 'register' | 'login' | 'logout' }
  | { type: 'read products' | 'read cart' | 'read addresses' | 'read balance' }
  | { type: 'read order' | 'cancel order'; orderId: string }
  | { type: 'read orders'; limit: number }
  | { type: 'read invoice'; number: string; orderId: string }
  | { type: 'put'; productId: string; qty: number }
  | { type: 'add address'; address: string }
  | { type: 'delete address'; id: string }
  /** `expectedTotal` is in dollars, as text. */
  | { type: 'checkout'; key: string; addressId: string; expectedTotal?: string | undefined };

/** Units by the product's id. */
export type Units = Readonly<Record<string, number>>;

/** An amount is in cents. A refund without amount and lines returns all that is left. */
export interface OrderOperation {
  type: 'change order';
  orderId: string;
  action: OrderAction;
  amountCents?: number;
  lines?: Units;
  restock?: Units;
  tracking?: Tracking;
  address?: string;
  note?: string;
  key?: string;
}

/** An order that a file ships, and its owner. */
export interface ShippedParcel {
  orderId: string;
  username: string;
  tracking: Tracking;
}

/** The operations of operators. */
export type OperatorCall =
  | OrderOperation
  /** `isAll` is false if the call is that of one owner, and the file has parcels of others. */
  | { type: 'ship file'; parcels: readonly ShippedParcel[]; isAll: boolean }
  | { type: 'change wallet'; amountCents: number; isPaid: boolean; note: string; key?: string }
  | { type: 'erase account'; userId: string; settlement?: Settlement };

/** The bodies of the responses to operators. */
export interface OperatorReplies {
  'change order': { status: OrderStatus; refundedCents: number; isChanged: boolean };
  'ship file': { shipped: number; already: number };
  'change wallet': { balanceCents: number; isChanged: boolean };
  'erase account': { settledCents: number; isRepeated: boolean };
}

export type Operation = ShopperOperation | OperatorCall;

/** `replayed` is the header Idempotency-Replayed. */
export type Response = { status: number; body: string; replayed: boolean };

/** `stock` is null if it is not counted. */
export type Product = { id: string; costCents: number; stock: number | null; tax?: string };

/** What the shop's identity says of sales; null if it has none. A product without a rate has the usual one. */
export type SaleTerms = {
  name: string;
  taxName: string;
  /** Percent by key. */
  rates: Readonly<Record<string, number>>;
  usual: string;
  timeZone: string;
} | null;

/**
 * What a file says of a product. Beside `stockSeen` its stock is a difference, alone it sets the stock; `stockChange` is
 * added. No stock falls below zero.
 */
export type Change = {
  productId: string;
  costCents?: number;
  /** The key of a rate of tax. */
  tax?: string;
  onSale?: boolean;
  stock?: number;
  stockSeen?: number;
  stockChange?: number;
};

/**
 * A delivered event with its `webhook-id`. `orderId` is null if an account was erased; `number` is the number of the
 * change in the order's history, and 0 if the order was placed. The name of an erased account is that of its pseudonym.
 */
export type Delivery = {
  id: string;
  type: EventType;
  orderId: string | null;
  number: number;
  customerId: string;
  username?: string;
  /** What was issued: the invoice of the order, or the credit note of one of its changes. */
  document?: Omit<Invoice, 'buyer'>;
};

export type HistoryEvent =
  /** Without a receiver there are no deliveries. */
  | {
      kind: 'start';
      engine: Engine;
      products: readonly Product[];
      terms: SaleTerms;
      hasReceiver?: boolean;
    }
  /**
   * A request is about to be sent. `session` is the id of the login's invocation. For an operator's operation,
   * `username` is the shopper whom it concerns; empty for a file.
   */
  | { kind: 'invoke'; id: number; username: string; session?: number; operation: Operation }
  | ({ kind: 'response'; id: number } & Response)
  /** There is no response. The operation may have happened, may happen later, or may never happen. */
  | { kind: 'info'; id: number }
  /** The server is dead, and with it all of its transactions. */
  | { kind: 'crash' }
  /** Something else breaks. */
  | { kind: 'fault'; fault: string }
  | { kind: 'change'; id: number; change: Change | { terms: SaleTerms } }
  | { kind: 'changed'; id: number }
  /** The receiver of webhooks got an event, and lost it if it is not kept. The same event may be delivered again. */
  | ({ kind: 'delivery'; isKept: boolean } & Delivery)
  /** A line of a server's log that reports an unexpected error. */
  | { kind: 'defect'; line: string }
  | ({ kind: 'final' } & FinalState);

export type EventOf<Kind, Event = HistoryEvent> = Extract<Event, { kind: Kind }>;

/** `ms` is `performance.now()`. The checker uses only the order of events. */
export type TimedEvent = HistoryEvent & { ms: number };

export class History {
  readonly events: TimedEvent[] = [];
  #ids = 0;

  /** @returns an id for an invocation or a change */
  nextId(): number {
    return ++this.#ids;
  }

  add(event: HistoryEvent): void {
    this.events.push({ ...event, ms: performance.now() });
  }
}

/** Writes one line of JSON for each event to the system's temporary folder. @returns the file */
export function writeHistory(name: string, events: readonly HistoryEvent[]): string {
  const file = join(tmpdir(), `qkart-history-${name}.jsonl`);
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return file;
}
