import type { OrderFilter } from '../../server/operations/orders/orders.ts';
import { type Range, toTimes } from '../range.ts';

/** The options of commands that choose orders. */
export type OrderOptions = Range & Pick<OrderFilter, 'status' | 'customer'>;

export function toOrderFilter(
  { since, until, limit, status, customer }: OrderOptions,
  timeZone: string,
): OrderFilter {
  return { ...toTimes({ since, until }, timeZone), limit, status, customer };
}
