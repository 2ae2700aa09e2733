import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { cartQuery } from '../../api/cart.ts';
import { isRefused, sendOrder } from '../../api/checkout.ts';
import { ServerRefusal, SessionEnded, toastFailure } from '../../api/client.ts';
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

const ORDER = { mutationKey: ['order'] };

/** Sends an order, one at a time, and does what its answer says, or the lack of one. */
export function useSending() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const isSending = useIsMutating(ORDER) > 0;
  const sending = useMutation({
    ...ORDER,
    mutationFn: ({ order, isAgain }: Sending) => sendOrder(order, isAgain),
    async onSuccess(placed, { order }) {
      const { token, username } = readSession();
      // To whoever has logged in meanwhile it is nothing.
      if (username === order.username) {
        storeBalance(balanceAfter(placed, order));
        toast.success(messages.orderPlaced);
        await navigate('/thanks', { state: { order: orderShown(placed, order) } });
        queryClient.setQueryData(cartQuery(token).queryKey, []);
      }
      settleOrder(order);
    },
    onError(error, { order, isAgain, isByHand }) {
      // A first request that is not authorised did nothing; of one before it that isn't known.
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
  /** As it is, not as it was when last rendered: clicks may come faster. */
  const isBusy = () => queryClient.isMutating(ORDER) > 0;

  return {
    isSending,
    isBusy,
    send(next: Sending): void {
      if (isBusy()) return;
      setRefusal(undefined);
      sending.mutate(next);
    },
    /** Why the last one wasn't placed. */
    refusal,
    /** How long the server wants to be left alone. */
    retryAfterMs: sending.error instanceof ServerRefusal ? sending.error.retryAfterMs : 0,
  };
}
