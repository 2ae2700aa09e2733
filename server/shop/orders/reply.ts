/** Orders on the wire. */
import { trackingAddress } from '../../../contract/carriers.ts';
import { toDollars } from '../../../contract/money.ts';
import {
  type Order,
  type OrderLine,
  type OrderStep,
  orderChanges,
} from '../../../contract/orders.ts';
import type { Carrier } from '../../../contract/shop-identity.ts';
import type { OrderChangeRow } from '../../platform/storage/schema.ts';
import { formatNumber } from '../codes.ts';
import { isPublic, parcelsOf, type StoredOrder } from './lifecycle.ts';

/** @param carriers those of the shop, by which parcels are followed */
export function toOrder(stored: StoredOrder, carriers: readonly Carrier[] = []): Order {
  const { order, items, changes } = stored;
  const parcels = parcelsOf(changes).flatMap((change) => toTracking(change, carriers) ?? []);
  const tracking = parcels.at(-1);
  return {
    id: order.id,
    number: formatNumber(order.number),
    status: order.status,
    placedAt: new Date(order.placed_at).toISOString(),
    address: order.address,
    lines: toLines(stored).map((line, index) => {
      const cancelled = items[index]?.cancelled ?? 0;
      return { ...line, ...(cancelled > 0 && { cancelled }) };
    }),
    total: toDollars(order.total_cents),
    refunded: toDollars(order.refunded_cents),
    deliverBy: order.deliver_by,
    ...(tracking && { tracking }),
    ...(parcels.length > 1 && { parcels }),
    ...(order.invoice !== null && { invoice: order.invoice }),
    history: toHistory(stored, carriers),
  };
}

function toHistory({ order, changes }: StoredOrder, carriers: readonly Carrier[]): OrderStep[] {
  const steps = changes.filter(isPublic).map((change): OrderStep => {
    const { kind, made_at, amount_cents } = change;
    const tracking = toTracking(change, carriers);
    return {
      status: orderChanges[kind],
      at: new Date(made_at).toISOString(),
      ...(amount_cents > 0 && { amount: toDollars(amount_cents) }),
      ...(tracking && { tracking }),
      ...(change.invoice !== null && { invoice: change.invoice }),
    };
  });
  return [{ status: 'placed', at: new Date(order.placed_at).toISOString() }, ...steps];
}

/** An erased parcel has a carrier, but no number. */
function toTracking(
  { carrier, tracking: number }: OrderChangeRow,
  carriers: readonly Carrier[],
): Order['tracking'] {
  if (carrier === null || number === null) return undefined;
  const url = trackingAddress(carrier, number, carriers);
  return { carrier, number, ...(url !== undefined && { url }) };
}

/** The lines as they were ordered. */
export function toLines({ items }: Pick<StoredOrder, 'items'>): OrderLine[] {
  return items.map(({ product_id, name, cost_cents, qty }) => ({
    productId: product_id,
    name,
    cost: toDollars(cost_cents),
    qty,
  }));
}
