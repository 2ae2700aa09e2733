/** What shoppers saw, with the moment at which they did. Times are `performance.now()` milliseconds. */

/** An order that a shopper was told of. */
export interface Acknowledged {
  userId: string;
  key: string;
  orderId: string;
  totalCents: number;
  /** When the shopper put the goods into the cart; retries are after that. */
  startedAt: number;
  at: number;
  /** Calls that failed on the way. */
  failures: number;
  /** The answer that was lost, given again. */
  isReplay: boolean;
}

/** A call without an answer, or with one that says to try again. */
export interface Failure {
  at: number;
  /** Like `POST /api/v1/cart: ECONNRESET`. */
  what: string;
  /** Whether the same call, sent again, succeeded in the end. */
  isMended: boolean;
}

export interface ShoppingRecord {
  acknowledged: Acknowledged[];
  failures: Failure[];
  /** What the shop said no to, or nobody ever answered: a drill gives no reason for either. */
  complaints: string[];
}

export function newRecord(): ShoppingRecord {
  return { acknowledged: [], failures: [], complaints: [] };
}
