/** Changes this tab's order. Screens without an order don't load it. */
import type { QueryClient } from '@tanstack/react-query';
import { cartQuery } from '../api/cart.ts';
import { ordersQuery } from '../api/orders.ts';
import { type OrderEvent, orderReducer } from './order-state.ts';
import { readOrder, storeOrder } from './order-store.ts';

export function dispatchOrder(event: OrderEvent): void {
  storeOrder(orderReducer(readOrder(), event));
}

/** Empties the loaded cart after an order, and drops the loaded list of orders. Another order can begin then. */
export function settlePlacedOrder(client: QueryClient, token: string | null): void {
  client.setQueryData(cartQuery(token).queryKey, []);
  client.removeQueries({ queryKey: ordersQuery(token).queryKey });
  dispatchOrder({ type: 'shown' });
}
