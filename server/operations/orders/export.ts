/** Exports orders as CSV for spreadsheets, with a row for each line of an order. */
import { toDollars } from '../../../contract/money.ts';
import {
  BYTE_ORDER_MARK,
  toCsvRow,
  toSpreadsheetRow,
} from '../../../packages/product-feeds/index.ts';
import { formatNumber } from '../../shop/codes.ts';
import type { AdminOrder } from './orders.ts';

const columns = [
  'order',
  'placed_at',
  'status',
  'customer',
  'address',
  'product_id',
  'product',
  'qty',
  'cost',
  'line_total',
  'order_total',
  'refunded',
  'number',
  'cancelled',
] as const;

/** Amounts are dollars with two decimals. Text that a spreadsheet would calculate is escaped by an apostrophe. */
export async function* toCsv(pages: AsyncIterable<readonly AdminOrder[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvRow(columns);
  for await (const page of pages) yield page.map(toRows).join('');
}

function toRows({ order, items, username }: AdminOrder): string {
  const rows = items.map((item) =>
    toSpreadsheetRow([
      order.id,
      new Date(order.placed_at).toISOString(),
      order.status,
      username,
      order.address,
      item.product_id,
      item.name,
      item.qty,
      dollars(item.cost_cents),
      dollars(item.cost_cents * item.qty),
      dollars(order.total_cents),
      dollars(order.refunded_cents),
      formatNumber(order.number),
      item.cancelled,
    ]),
  );
  return rows.join('');
}

function dollars(cents: number): string {
  return toDollars(cents).toFixed(2);
}
