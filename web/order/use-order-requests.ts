import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { wholeCatalogue } from '../../contract/listing.ts';
import * as messages from '../../contract/messages.ts';
import { toDollars } from '../../contract/money.ts';
import { ApiError, SessionExpiredError } from '../api/client.ts';
import { centsOf } from '../api/money.ts';
import { productsQuery } from '../api/products.ts';
import { readSession, storeBalance, useSession } from '../session/session.ts';
import { walletQuery } from '../session/wallet.ts';
import { toast } from '../ui/toast/toasts.ts';
import type { OrderAttempt, OrderEvent } from './order-state.ts';
import { readOrder, useOrder } from './order-store.ts';
import { dispatchOrder, settlePlacedOrder } from './placed-order.ts';
import { isRefused, type OrderPlaced, orderMutation } from './send-order.ts';
import { useRetries } from './use-retries.ts';

/** Sends this tab's order, and sends it again until its outcome is known, with the same idempotency key (R6.8). */
export function useOrderRequests() {
  const state = useOrder(useSession().username);
  const { mutate } = useOrderMutation();

  function request(isAgain: boolean, isByShopper: boolean): void {
    const now = readOrder();
    const { token } = readSession();
    if (now.status !== 'sending' || token === null) return;
    mutate({ order: now.order, token, isAgain, isByShopper });
  }

  function send(order: OrderAttempt): void {
    dispatchOrder({ type: 'pressed', order });
    request(false, true);
  }

  function retry(isByShopper: boolean): void {
    if (readOrder().status !== 'unconfirmed') return;
    dispatchOrder({ type: 'retried' });
    request(true, isByShopper);
  }

  useRetries(() => retry(false), state);
  return { state, send, retry: () => retry(true) };
}

/** Retries the order on any screen that has not placed it. */
export default function RetryOrder() {
  useOrderRequests();
  return null;
}

/** The callbacks run even after the shopper has left the screen. */
function useOrderMutation() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    ...orderMutation,
    async onSuccess(reply, { order, token }) {
      const { username, balanceCents } = readSession();
      dispatchOrder({ type: 'placed', key: order.key });
      // Say nothing to a shopper who has logged in meanwhile.
      if (username === order.username) {
        const { balance } = reply;
        storeBalance(balance === undefined ? balanceCents - order.totalCents : centsOf(balance));
        // The reply to a repeated request may be older than a later order.
        client.invalidateQueries(walletQuery(token));
        toast.success(messages.orderPlaced);
        await navigate('/thanks', { state: { order: receiptOf(reply, order) } });
      }
      // The shopper has gone elsewhere meanwhile, so /thanks does not do this.
      if (window.location.pathname !== '/thanks') settlePlacedOrder(client, token);
    },
    onError(error, { order }) {
      dispatchOrder(eventOf(error, order.key));
      if (!isRefused(error)) return;
      // The shown cart, prices or addresses may be out of date. Without the loaded list the cart asks for its products by
      // their ids: only that answer is never older than the refusal.
      client.removeQueries({ queryKey: productsQuery(wholeCatalogue).queryKey });
      client.invalidateQueries();
    },
  });
}

function eventOf(error: Error, key: string): OrderEvent {
  if (isRefused(error)) {
    const { message, code, details } = error;
    return { type: 'refused', key, refusal: { message, code, details } };
  }
  if (error instanceof SessionExpiredError) return { type: 'unauthorised', key };
  return { type: 'lost', key, retryAfterMs: error instanceof ApiError ? error.retryAfterMs : 0 };
}

/** The content of the thanks page: the reply, with missing fields filled in from the order as it was shown. */
export function receiptOf(reply: OrderPlaced, order: OrderAttempt) {
  return {
    orderId: reply.orderId,
    number: reply.number,
    deliverBy: reply.deliverBy,
    placedAt: new Date(order.pressedAt).toISOString(),
    total: reply.total ?? toDollars(order.totalCents),
    lines: reply.lines ?? order.lines,
  };
}
