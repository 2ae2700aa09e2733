import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { cartQuery } from '../../api/cart.ts';
import { isRefused, sendOrder } from '../../api/checkout.ts';
import { ServerRefusal, SessionEnded, toastFailure } from '../../api/client.ts';
import {
  keepOrder,
  loseAnswer,
  type OrderAsked,
  settleOrder,
  usePendingOrder,
} from '../../session/pending-order.ts';
import { readSession, storeBalance, useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { useAskingAgain } from './ask-again.ts';
import { findObstacle, type OrderDraft } from './order-checks.ts';
import { balanceAfter, orderPressed, orderShown } from './order-pressed.ts';

const ORDER = { mutationKey: ['order'] };

interface Ask {
  order: OrderAsked;
  isAgain: boolean;
  /** The shopper waits for it: a failure is told. */
  isByHand: boolean;
}

/**
 * Places the order once, however often it is asked to (spec 4, order placement): an order that was
 * sent and not heard of is asked for again, with its key, and no other is begun before.
 */
export function usePlaceOrder() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const pending = usePendingOrder(useSession().username);
  const isAsking = useIsMutating(ORDER) > 0;
  const [refusal, setRefusal] = useState<string>();
  const asking = useMutation({
    ...ORDER,
    mutationFn: ({ order, isAgain }: Ask) => sendOrder(order, isAgain),
    async onSuccess(placed, { order }) {
      const { token, username } = readSession();
      if (username === order.username) {
        storeBalance(balanceAfter(placed, order));
        toast.success(messages.orderPlaced);
        await navigate('/thanks', { state: { order: orderShown(placed, order) } });
        queryClient.setQueryData(cartQuery(token).queryKey, []);
      }
      settleOrder(order);
    },
    onError(error, { order, isAgain, isByHand }) {
      const isOver = isRefused(error) || (error instanceof SessionEnded && !isAgain);
      if (isOver) settleOrder(order);
      else loseAnswer(order);
      if (isByHand || isOver) toastFailure(error, messages.checkoutUnreachable);
      if (!isRefused(error)) return;
      setRefusal(error.message);
      // What is shown may not be what is there.
      queryClient.invalidateQueries();
    },
  });

  function ask(next: Ask): void {
    // Asked for at once, not as last rendered: clicks may come faster.
    if (queryClient.isMutating(ORDER) > 0) return;
    setRefusal(undefined);
    asking.mutate(next);
  }

  function askAgain({ isByHand = false } = {}): void {
    if (pending) ask({ order: pending.order, isAgain: true, isByHand });
  }

  function placeOrder(draft: OrderDraft): void {
    if (queryClient.isMutating(ORDER) > 0) return;
    if (pending) {
      askAgain({ isByHand: true });
      return;
    }
    const obstacle = findObstacle(draft, readSession().balanceCents);
    if (obstacle !== undefined) toast.warning(obstacle);
    const order = obstacle === undefined && orderPressed(draft);
    if (!order) return;
    keepOrder(order);
    ask({ order, isAgain: false, isByHand: true });
  }

  const lastError = asking.error;
  useAskingAgain(askAgain, {
    timesLost: isAsking ? 0 : (pending?.timesLost ?? 0),
    retryAfterMs: lastError instanceof ServerRefusal ? lastError.retryAfterMs : 0,
  });
  return {
    placeOrder,
    askAgain,
    isAsking,
    pending,
    isUnheard: pending !== undefined && pending.timesLost > 0,
    refusal,
  };
}
