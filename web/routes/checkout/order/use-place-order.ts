import { useState } from 'react';
import { readOrder } from '../../../order/order-store.ts';
import { useOrderRequests } from '../../../order/use-order-requests.ts';
import { readSession, useSession } from '../../../session/session.ts';
import { toast } from '../../../ui/toast/toasts.ts';
import { attemptOf, type OrderDraft } from './order-attempt.ts';
import { findObstacle, type OrderProblem, problemOfRefusal } from './order-problem.ts';

/** Places an order once, however often the button is pressed (R6.7). */
export function usePlaceOrder() {
  const { balanceCents } = useSession();
  const { state, send, retry } = useOrderRequests();
  /** The check that the last press did not pass. */
  const [obstacle, setObstacle] = useState<OrderProblem>();

  function placeOrder(draft: OrderDraft): void {
    // Read the state now: a second click may come before the next render.
    const { status } = readOrder();
    if (status === 'unconfirmed') retry();
    if (status !== 'none') return;
    const session = readSession();
    const found = findObstacle(draft, session.balanceCents);
    setObstacle(found);
    if (found !== undefined) toast.warning(found.message);
    const order = found === undefined ? attemptOf(draft, session) : undefined;
    if (order !== undefined) send(order);
  }

  const refused = state.status === 'none' ? state.refused : undefined;

  /** What kept the last press from placing an order, until it is mended. */
  function problemIn(draft: OrderDraft): OrderProblem | undefined {
    if (obstacle === undefined) return refused && problemOfRefusal(refused, draft);
    const now = findObstacle(draft, balanceCents);
    return now?.message === obstacle.message ? now : undefined;
  }

  return {
    state,
    placeOrder,
    retry,
    problemIn,
    /** Another value for each press that has failed. */
    failure: obstacle ?? refused,
  };
}

export type PlacingOrder = ReturnType<typeof usePlaceOrder>;
