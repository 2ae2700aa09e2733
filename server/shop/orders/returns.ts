/** The lines that a refund or a reduction concerns, and the units that go back to stock. */

import { sumCents } from '../../../contract/money.ts';
import {
  notInOrder,
  onlyLeftToRefund,
  onlyLeftToRestock,
  restockedUnpaid,
} from '../../../contract/operator-messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { OrderItemRow, OrderReturnRow } from '../../platform/storage/schema.ts';

/** Units by the product's id. */
export type Units = ReadonlyMap<string, number>;

/** A row of `order_returns` without its keys: units that are paid back, and units that are back in stock. */
export type ReturnedLine = Pick<OrderReturnRow, 'line' | 'refunded' | 'restocked'>;

export interface Returns {
  rows: ReturnedLine[];
  /** The amount of the refunded lines; undefined if the refund names none. */
  amountCents: number | undefined;
}

/**
 * No unit is refunded or restocked twice. A refund of lines puts back no more than what lines were refunded; other
 * refunds put back what the operator says.
 * @param earlier what was returned before
 * @throws Refusal RETURN_INVALID, which names the product
 */
export function decideReturns(
  { items }: { items: readonly OrderItemRow[] },
  earlier: readonly OrderReturnRow[],
  {
    lines = new Map(),
    restock = new Map(),
  }: { lines?: Units | undefined; restock?: Units | undefined },
): Returns {
  const products = new Set(items.map(({ product_id }) => product_id));
  const unknown = [...lines.keys(), ...restock.keys()].find((id) => !products.has(id));
  if (unknown !== undefined) throw refuse(notInOrder(unknown));
  const rows = items.flatMap(({ line, product_id, qty, cancelled }) => {
    const before = sumReturns(line, earlier);
    const [refunded, restocked] = [lines.get(product_id) ?? 0, restock.get(product_id) ?? 0];
    const toRefund = qty - before.refunded;
    // What was taken out never left.
    const toRestock = qty - cancelled - before.restocked;
    if (refunded > toRefund) throw refuse(onlyLeftToRefund(toRefund, product_id));
    if (restocked > toRestock) throw refuse(onlyLeftToRestock(toRestock, product_id));
    const paid = before.refunded + refunded - cancelled;
    const isUnpaid = lines.size > 0 && restocked > 0 && before.restocked + restocked > paid;
    if (isUnpaid) throw refuse(restockedUnpaid(paid, product_id));
    return refunded === 0 && restocked === 0 ? [] : [{ line, refunded, restocked }];
  });
  if (lines.size === 0) return { rows, amountCents: undefined };
  const refunded = items.map(({ product_id, cost_cents }) => ({
    costCents: cost_cents,
    qty: lines.get(product_id) ?? 0,
  }));
  return { rows, amountCents: sumCents(refunded) };
}

/** Sums the units of a line over all refunds. */
export function sumReturns(
  line: number,
  returns: readonly ReturnedLine[],
): { refunded: number; restocked: number } {
  const ofLine = returns.filter((row) => row.line === line);
  return {
    refunded: sumOf(ofLine.map(({ refunded }) => refunded)),
    restocked: sumOf(ofLine.map(({ restocked }) => restocked)),
  };
}

/** Whether an order has no units left. */
export function areAllBack(
  items: readonly OrderItemRow[],
  returns: readonly ReturnedLine[],
): boolean {
  return items.every(({ line, qty }) => sumReturns(line, returns).refunded === qty);
}

/**
 * What goes back to stock of an order that was not shipped: as much as it took.
 * @param rows the units that are taken out; by default all that are left
 */
export function takenBack(items: readonly OrderItemRow[], rows?: readonly ReturnedLine[]) {
  return items.map(({ line, product_id, qty, taken, cancelled }) => {
    const units = rows === undefined ? qty - cancelled : sumReturns(line, rows).refunded;
    return { product_id, taken: Math.min(units, taken) };
  });
}

/** What goes back to stock. */
export function restockedOf(
  rows: readonly ReturnedLine[],
  items: readonly OrderItemRow[],
): { productId: string; name: string; qty: number }[] {
  return rows.flatMap(({ line, restocked }) => {
    const item = items.find((one) => one.line === line);
    if (item === undefined || restocked === 0) return [];
    return [{ productId: item.product_id, name: item.name, qty: restocked }];
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function refuse(message: string): Refusal {
  return new Refusal('RETURN_INVALID', { message });
}
