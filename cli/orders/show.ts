import { formatCents, toDollars } from '../../contract/money.ts';
import { findDeskOrder } from '../../server/operations/orders/orders.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import type {
  OrderChangeRow,
  OrderItemRow,
  OrderReturnRow,
} from '../../server/platform/storage/schema.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { sumReturns } from '../../server/shop/orders/returns.ts';
import { readReturns } from '../../server/shop/orders/store.ts';
import { type ListFormat, printList } from '../list.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { printable } from '../table.ts';
import { createMinuteFormat, toIso } from '../times.ts';
import { createOrderJson } from './list.ts';

type ShownOrder = Awaited<ReturnType<typeof findDeskOrder>>;

export async function run(id: string, { json }: { json?: true }): Promise<void> {
  const { found, returns, toJson, timeZone } = await readShop((db) =>
    readSnapshot(db, async (tx) => {
      const found = await findDeskOrder(tx, id);
      return {
        found,
        returns: await readReturns(tx, found.order.id),
        toJson: await createOrderJson(tx),
        timeZone: await readTimeZone(tx),
      };
    }),
  );
  if (json) {
    const history = found.changes.map((change) => ({
      ...changes.toJson(change),
      ...linesOf(change, found.items, returns),
    }));
    const shown = { ...toJson(found), history };
    process.stdout.write(`${toVisibleJson(shown, 2)}\n`);
    return;
  }
  process.stdout.write(describe(found, timeZone));
  const lines = found.items.map((item) => ({ ...item, ...sumReturns(item.line, returns) }));
  await printList([lines], lineColumns);
  if (found.changes.length > 0) await printList([found.changes], changes, { timeZone });
}

function describe({ order, username }: ShownOrder, timeZone: string): string {
  const fields = [
    ['order', formatNumber(order.number)],
    ['id', order.id],
    ['status', order.status],
    ['placed', `${createMinuteFormat(timeZone)(order.placed_at)} ${timeZone}`],
    ['customer', username],
    ['address', order.address === '' ? 'erased' : order.address],
    ['total', formatCents(order.total_cents)],
    ['refunded', formatCents(order.refunded_cents)],
  ];
  return fields.map(([name = '', text = '']) => `${name.padEnd(10)}${printable(text)}\n`).join('');
}

/** The lines that a refund names. */
function linesOf(
  change: OrderChangeRow,
  items: readonly OrderItemRow[],
  returns: readonly OrderReturnRow[],
) {
  const lines = returns
    .filter(({ number }) => number === change.number)
    .map(({ line, refunded, restocked }) => {
      const item = items.find((one) => one.line === line);
      return { productId: item?.product_id, refunded, restocked };
    });
  return lines.length > 0 && { lines };
}

/** With the units that refunds by line paid back, and those that went back to stock. */
type Line = OrderItemRow & ReturnType<typeof sumReturns>;

const lineColumns: ListFormat<Line> = {
  columns: [
    { title: 'product', text: ({ product_id }) => product_id },
    { title: 'name', text: ({ name }) => name, mayShrink: true },
    { title: 'qty', text: ({ qty }) => String(qty), isRightAligned: true },
    { title: 'cost', text: ({ cost_cents }) => formatCents(cost_cents), isRightAligned: true },
    { title: 'refunded', text: ({ refunded }) => String(refunded || ''), isRightAligned: true },
    { title: 'restocked', text: ({ restocked }) => String(restocked || ''), isRightAligned: true },
  ],
  toJson: (line) => line,
  none: '',
};

const changes: ListFormat<OrderChangeRow> = {
  columns: [
    { title: 'change', text: ({ kind }) => kind },
    { title: 'at', time: ({ made_at }) => made_at },
    { title: 'by', text: ({ made_by }) => made_by },
    {
      title: 'amount',
      text: ({ amount_cents }) => (amount_cents === 0 ? '' : formatCents(amount_cents)),
      isRightAligned: true,
    },
    { title: 'carrier', text: ({ carrier }) => carrier ?? '' },
    { title: 'tracking', text: ({ tracking }) => tracking ?? '' },
    { title: 'note', text: ({ note }) => note ?? '', mayShrink: true },
  ],
  toJson: (change) => ({
    kind: change.kind,
    at: toIso(change.made_at),
    by: change.made_by,
    amount: toDollars(change.amount_cents),
    note: change.note,
    ...(change.carrier !== null && { carrier: change.carrier, tracking: change.tracking }),
  }),
  none: '',
};
