import { OperatorError } from '../../server/platform/operator-error.ts';
import { quote } from '../../server/platform/quote.ts';
import type { StockChangeRow } from '../../server/platform/storage/schema.ts';
import { readStockChanges } from '../../server/shop/catalogue/stock-history.ts';
import { findProductRows } from '../../server/shop/catalogue/store.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop } from '../shop.ts';
import { formatMinute, toIso } from '../times.ts';

export async function run(id: string, { json, ...range }: Range & { json?: true }): Promise<void> {
  const changes = await readShop(async (db) => {
    const history = await readStockChanges(db, id);
    if (history.length === 0 && (await findProductRows(db, [id])).length === 0) {
      throw new OperatorError(`There is no product ${quote(id)}.`);
    }
    return history;
  });
  let stock = 0;
  const lines = changes.map((change) => {
    stock += change.units;
    return { ...change, stock };
  });
  await printList(
    inRange([lines], ({ made_at }) => made_at, range),
    format,
    { json },
  );
}

/** `stock` is what was there after the change. */
const format: ListFormat<StockChangeRow & { stock: number }> = {
  columns: [
    { title: 'at (UTC)', text: ({ made_at }) => formatMinute(made_at) },
    { title: 'reason', text: ({ reason }) => reason },
    {
      title: 'units',
      text: ({ units }) => (units > 0 ? `+${units}` : String(units)),
      isRightAligned: true,
    },
    { title: 'stock', text: ({ stock }) => String(stock), isRightAligned: true },
    { title: 'order', text: ({ order_id }) => order_id ?? '' },
  ],
  toJson: ({ made_at, reason, units, stock, order_id }) => ({
    at: toIso(made_at),
    reason,
    units,
    stock,
    orderId: order_id,
  }),
  none: 'The stock of this product was never counted.',
};
