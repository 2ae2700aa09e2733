import { type OrderEvent, orderReducer } from './order-state.ts';
import { readOrder, storeOrder } from './order-store.ts';

export function dispatchOrder(event: OrderEvent): void {
  storeOrder(orderReducer(readOrder(), event));
}
