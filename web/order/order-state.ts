/**
 * The states of this tab's order, as one reducer (R6.8). Screens without an order don't load it. An order is unconfirmed while the browser
 * does not know whether it was placed. The shopper cannot begin another order meanwhile.
 */
import type { OrderLine } from '../../contract/orders.ts';
import type { ApiError } from '../api/client.ts';

/** One press on PLACE ORDER, with the order as it was shown then. */
export interface OrderAttempt {
  /** The idempotency key, the same for every request for this order. */
  key: string;
  /** The shopper who pressed. The order is never sent with another shopper's token. */
  username: string;
  addressId: string;
  /** Cents. */
  totalCents: number;
  balanceCents: number;
  lines: OrderLine[];
  /** Milliseconds since 1970. */
  pressedAt: number;
}

/** Why the server refused an order, as `ApiError` has it. */
export type OrderRefusal = Pick<ApiError, 'message' | 'code' | 'details'>;

export type OrderState =
  | { status: 'none'; refused?: OrderRefusal & { order: OrderAttempt } }
  | { status: 'sending'; order: OrderAttempt; lostRequests: number }
  | {
      status: 'unconfirmed';
      order: OrderAttempt;
      /** The number of requests without a definite reply, 1 or more. */
      lostRequests: number;
      /** The last reply's Retry-After in milliseconds. */
      retryAfterMs: number;
    }
  /** The checkout doesn't change until /thanks is on the screen. */
  | { status: 'placed'; order: OrderAttempt };

export type OrderEvent =
  /** PLACE ORDER was pressed and all checks passed. */
  | { type: 'pressed'; order: OrderAttempt }
  /** The same order is sent again. */
  | { type: 'retried' }
  | { type: 'placed'; key: string }
  /** The shopper sees that the order was placed. */
  | { type: 'shown' }
  | { type: 'refused'; key: string; refusal: OrderRefusal }
  /** The request had no definite reply, so the order may have been placed. */
  | { type: 'lost'; key: string; retryAfterMs: number }
  /** The request was not authorised and placed nothing, but an earlier one may have placed the order. */
  | { type: 'unauthorised'; key: string };

const noOrder: OrderState = { status: 'none' };

export function orderReducer(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'pressed':
      return state.status === 'none'
        ? { status: 'sending', order: event.order, lostRequests: 0 }
        : state;
    case 'retried':
      return state.status === 'unconfirmed'
        ? { status: 'sending', order: state.order, lostRequests: state.lostRequests }
        : state;
    case 'shown':
      return state.status === 'placed' ? noOrder : state;
  }
  // All other events are replies to a request. A reply for another order changes nothing.
  if (state.status === 'none' || state.status === 'placed' || state.order.key !== event.key) {
    return state;
  }
  const { order, lostRequests } = state;
  switch (event.type) {
    case 'placed':
      return { status: 'placed', order };
    case 'refused':
      return { status: 'none', refused: { ...event.refusal, order } };
    case 'lost':
      return unconfirmed(order, lostRequests + 1, event.retryAfterMs);
    case 'unauthorised':
      return lostRequests === 0 ? noOrder : unconfirmed(order, lostRequests, 0);
  }
}

function unconfirmed(order: OrderAttempt, lostRequests: number, retryAfterMs: number): OrderState {
  return { status: 'unconfirmed', order, lostRequests, retryAfterMs };
}
