import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as messages from '../../../contract/messages.ts';
import { cartQuery } from '../../api/cart.ts';
import { isRefused, type OrderPlaced, sendOrder } from '../../api/checkout.ts';
import { ServerRefusal, SessionEnded, toastFailure } from '../../api/client.ts';
import { Observable, useObservable } from '../../api/observable.ts';
import { useAnswers } from '../../api/use-query.ts';
import { loseAnswer, type OrderAsked, settleOrder } from '../../session/pending-order.ts';
import { readSession, storeBalance } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { balanceAfter, orderShown } from './order-pressed.ts';

interface Sending {
  order: OrderAsked;
  /** It may have been placed already. */
  isAgain: boolean;
  /** The shopper waits for it: a failure is told. */
  isByHand: boolean;
}

export interface OrderRefusal {
  message: string;
  /** The cart wasn't empty when the order was sent. */
  hadLines: boolean;
}

/** An order is on its way, whatever screen is shown meanwhile. */
const isOnItsWay = new Observable(false);

/** Sends an order, one at a time, and does what its answer says, or the lack of one. */
export function useSending() {
  const answers = useAnswers();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<OrderRefusal>();
  const [retryAfterMs, setRetryAfter] = useState(0);

  async function send(sending: Sending): Promise<void> {
    if (isOnItsWay.value) return;
    isOnItsWay.set(true);
    setRefusal(undefined);
    setRetryAfter(0);
    try {
      await finish(await sendOrder(sending.order, sending.isAgain), sending.order);
    } catch (error) {
      tell(error, sending);
    } finally {
      isOnItsWay.set(false);
    }
  }

  async function finish(placed: OrderPlaced, order: OrderAsked): Promise<void> {
    const { token, username } = readSession();
    // To whoever has logged in meanwhile it is nothing.
    if (username === order.username) {
      storeBalance(balanceAfter(placed, order));
      toast.success(messages.orderPlaced);
      await navigate('/thanks', { state: { order: orderShown(placed, order) } });
      answers.of(cartQuery(token)).set([]);
    }
    settleOrder(order);
  }

  function tell(error: unknown, { order, isAgain, isByHand }: Sending): void {
    // A first request that is not authorised did nothing; of one before it that isn't known.
    const isOver = isRefused(error) || (error instanceof SessionEnded && !isAgain);
    if (isOver) settleOrder(order);
    else loseAnswer(order);
    if (isByHand || isOver) toastFailure(error, messages.checkoutUnreachable);
    if (error instanceof ServerRefusal) setRetryAfter(error.retryAfterMs);
    if (!isRefused(error)) return;
    setRefusal({ message: error.message, hadLines: order.lines.length > 0 });
    // What is shown may not be what is there.
    answers.outdateAll();
  }

  return {
    send,
    isSending: useObservable(isOnItsWay),
    /** As it is, not as it was when last rendered: clicks may come faster. */
    isBusy: () => isOnItsWay.value,
    /** Why the last one wasn't placed. */
    refusal,
    /** How long the server wants to be left alone. */
    retryAfterMs,
  };
}
