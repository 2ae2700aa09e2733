import { keepOrder, usePendingOrder } from '../../session/pending-order.ts';
import { readSession, useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { useAskingAgain } from './ask-again.ts';
import { findObstacle, type OrderDraft } from './order-checks.ts';
import { orderPressed } from './order-pressed.ts';
import { useSending } from './send-order.ts';

/**
 * Places the order once, however often it is asked to (spec 4, order placement): an order that was
 * sent and not heard of is sent again, with its key, and no other is begun before.
 */
export function usePlaceOrder() {
  const pending = usePendingOrder(useSession().username);
  const isUnheard = pending !== undefined && pending.timesLost > 0;
  const { send, isSending, isBusy, refusal, retryAfterMs } = useSending();

  function askAgain({ isByHand = false } = {}): void {
    if (pending) send({ order: pending.order, isAgain: true, isByHand });
  }

  function placeOrder(draft: OrderDraft): void {
    if (isBusy()) return;
    if (pending) {
      askAgain({ isByHand: true });
      return;
    }
    const obstacle = findObstacle(draft, readSession().balanceCents);
    if (obstacle !== undefined) toast.warning(obstacle);
    const order = obstacle === undefined && orderPressed(draft);
    if (!order) return;
    keepOrder(order);
    send({ order, isAgain: false, isByHand: true });
  }

  useAskingAgain(askAgain, {
    timesLost: pending && !isSending ? pending.timesLost : 0,
    retryAfterMs,
  });
  return {
    placeOrder,
    askAgain,
    /** An answer is waited for. */
    isAsking: isSending,
    /** There is an order whose first answer is on its way, or that was never heard of. */
    isPending: pending !== undefined,
    isUnheard,
    /** The cart wasn't empty when that order was sent. */
    hasLines: pending !== undefined && pending.order.lines.length > 0,
    /** Where it goes to. */
    addressId: pending?.order.addressId,
    refusal,
  };
}
