import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { wholeCatalogue } from '../../../../contract/listing.ts';
import * as messages from '../../../../contract/messages.ts';
import { ApiError, SessionExpiredError } from '../../../api/client.ts';
import { centsOf } from '../../../api/money.ts';
import { productsQuery } from '../../../api/products.ts';
import type { OrderEvent } from '../../../session/order-state.ts';
import { readOrder, useOrder } from '../../../session/order-store.ts';
import { dispatchOrder, settlePlacedOrder } from '../../../session/placed-order.ts';
import { readSession, storeBalance, useSession } from '../../../session/session.ts';
import { walletQuery } from '../../../session/wallet.ts';
import { toast } from '../../../ui/toast/toasts.ts';
import { attemptOf, type OrderDraft, receiptOf } from './order-attempt.ts';
import { findObstacle, type OrderProblem, problemOfRefusal } from './order-problem.ts';
import { isRefused, orderMutation } from './send-order.ts';
import { useRetries } from './use-retries.ts';

/** Places an order once, however often the button is pressed (R6.7). */
export function usePlaceOrder() {
  const { username, balanceCents } = useSession();
  const state = useOrder(username);
  /** The check that the last press did not pass. */
  const [obstacle, setObstacle] = useState<OrderProblem>();
  const { mutate } = useOrderMutation();

  function send(isAgain: boolean, isByShopper: boolean): void {
    const now = readOrder();
    const session = readSession();
    if (now.status !== 'sending' || session.token === null) return;
    mutate({ order: now.order, token: session.token, isAgain, isByShopper });
  }

  /** Sends the unconfirmed order again with the same idempotency key. */
  function retry({ isByShopper }: { isByShopper: boolean }): void {
    if (readOrder().status !== 'unconfirmed') return;
    dispatchOrder({ type: 'retried' });
    send(true, isByShopper);
  }

  function placeOrder(draft: OrderDraft): void {
    // Read the state now: a second click may come before the next render.
    const { status } = readOrder();
    if (status === 'unconfirmed') retry({ isByShopper: true });
    if (status !== 'none') return;
    const session = readSession();
    const found = findObstacle(draft, session.balanceCents);
    setObstacle(found);
    if (found !== undefined) toast.warning(found.message);
    const order = found === undefined ? attemptOf(draft, session) : undefined;
    if (order === undefined) return;
    dispatchOrder({ type: 'pressed', order });
    send(false, true);
  }

  const refused = state.status === 'none' ? state.refused : undefined;

  /** What kept the last press from placing an order, until it is mended. */
  function problemIn(draft: OrderDraft): OrderProblem | undefined {
    if (obstacle === undefined) return refused && problemOfRefusal(refused, draft);
    const now = findObstacle(draft, balanceCents);
    return now?.message === obstacle.message ? now : undefined;
  }

  useRetries(() => retry({ isByShopper: false }), state);
  return {
    state,
    placeOrder,
    retry: () => retry({ isByShopper: true }),
    problemIn,
    /** Another value for each press that has failed. */
    failure: obstacle ?? refused,
  };
}

export type PlacingOrder = ReturnType<typeof usePlaceOrder>;

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
