import { OperatorError } from '../../server/platform/operator-error.ts';
import { quote } from '../../server/platform/quote.ts';
import { readStockChanges } from '../../server/shop/catalogue/stock-history.ts';
import { findProductRows } from '../../server/shop/catalogue/store.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { toIso } from '../times.ts';

export async function run(id: string, { json, ...range }: Range & { json?: true }): Promise<void> {
  const { changes, timeZone } = await readShop(async (db) => {
    const history = await readStockChanges(db, id);
    if (history.length === 0 && (await findProductRows(db, [id])).length === 0) {
      throw new OperatorError(`There is no product ${quote(id)}.`);
    }
    return { changes: history, timeZone: await readTimeZone(db) };
  });
  let stock = 0;
  const lines = changes.map((change) => {
    stock += change.units;
    return { ...change, stock };
  });
  await printList(
    inRange([lines], ({ made_at }) => made_at, { ...range, timeZone }),
    format,
    { json, timeZone },
  );
}

/** `stock` is what was there after the change. */
type Line = Awaited<ReturnType<typeof readStockChanges>>[number] & { stock: number };

const format: ListFormat<Line> = {
  columns: [
    { title: 'at', time: ({ made_at }) => made_at },
    { title: 'reason', text: ({ reason }) => reason },
    {
      title: 'units',
      text: ({ units }) => (units > 0 ? `+${units}` : String(units)),
      isRightAligned: true,
    },
    { title: 'stock', text: ({ stock }) => String(stock), isRightAligned: true },
    {
      title: 'order',
      text: ({ order_number }) => (order_number ? formatNumber(order_number) : ''),
    },
  ],
  toJson: ({ made_at, reason, units, stock, order_id, order_number }) => ({
    at: toIso(made_at),
    reason,
    units,
    stock,
    orderId: order_id,
    order: order_number && formatNumber(order_number),
  }),
  none: 'There are no such changes of this stock.',
};
