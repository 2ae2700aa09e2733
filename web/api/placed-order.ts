/** Apart from `checkout.ts`, so that /thanks and the screens before it don't load the whole checkout. */
import type { QueryClient } from '@tanstack/react-query';
import { dispatchOrder } from '../session/dispatch-order.ts';
import { cartQuery } from './cart.ts';
import { ordersQuery } from './orders.ts';

/** Empties the loaded cart after an order, and drops the loaded list of orders. Another order can begin then. */
export function settlePlacedOrder(client: QueryClient, token: string | null): void {
  client.setQueryData(cartQuery(token).queryKey, []);
  client.removeQueries({ queryKey: ordersQuery(token).queryKey });
  dispatchOrder({ type: 'shown' });
}
