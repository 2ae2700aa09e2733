import { formatCents } from '../../contract/money.ts';
import { type AdminOrder, findOrderWithReturns } from '../../server/operations/orders/orders.ts';
import {
  hidden,
  type List,
  money,
  number,
  text,
  time,
} from '../../server/operations/reports/columns.ts';
import { createMinuteFormat } from '../../server/platform/days.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { toOrder } from '../../server/shop/orders/reply.ts';
import { printList, rowToJson } from '../shared/list.ts';
import { readShopSnapshot, readTimeZone } from '../shared/shop.ts';
import { describeFields } from '../shared/text.ts';

type ShownOrder = Awaited<ReturnType<typeof findOrderWithReturns>>;

const lineList: List<ShownOrder['items'][number]> = {
  columns: [
    text('product', ({ product_id }) => product_id),
    text('name', ({ name }) => name, { mayShrink: true }),
    number('qty', ({ qty }) => qty),
    money('cost', ({ cost_cents }) => cost_cents),
    number('refunded', ({ refunded }) => refunded, { hidesZero: true }),
    number('restocked', ({ restocked }) => restocked, { hidesZero: true }),
  ],
};

const changeList: List<ShownOrder['changes'][number]> = {
  columns: [
    text('change', ({ kind }) => kind, { key: 'kind' }),
    time('at', ({ made_at }) => made_at),
    text('by', ({ made_by }) => made_by),
    money('amount', ({ amount_cents }) => amount_cents, { hidesZero: true }),
    text('carrier', ({ carrier }) => carrier, { json: ({ carrier }) => carrier ?? undefined }),
    // An erased parcel has a carrier, but no number.
    text('tracking', ({ tracking }) => tracking, {
      json: ({ carrier, tracking }) => (carrier === null ? undefined : tracking),
    }),
    text('note', ({ note }) => note, { mayShrink: true }),
    hidden('addressBefore', ({ address }) => address ?? undefined),
    hidden('lines', ({ lines }) => (lines.length > 0 ? lines : undefined)),
  ],
};

export async function show(id: string, { json }: { json?: true | undefined }): Promise<void> {
  const { found, toJson, timeZone } = await readShopSnapshot(async (tx) => ({
    found: await findOrderWithReturns(tx, id),
    toJson: await createOrderJson(tx),
    timeZone: await readTimeZone(tx),
  }));
  const { order, username, items, changes } = found;
  if (json) {
    const history = changes.map((change) => rowToJson(changeList, change));
    process.stdout.write(`${toVisibleJson({ ...toJson(found), history }, 2)}\n`);
    return;
  }
  const fields = describeFields([
    ['order', formatNumber(order.number)],
    ['id', order.id],
    ['status', order.status],
    ['placed', `${createMinuteFormat(timeZone)(order.placed_at)} ${timeZone}`],
    ['customer', username],
    ['address', order.address === '' ? 'erased' : order.address],
    ['total', formatCents(order.total_cents)],
    ['refunded', formatCents(order.refunded_cents)],
  ]);
  process.stdout.write(fields);
  await printList([items], lineList);
  if (changes.length > 0) await printList([changes], changeList, { timeZone });
}

/** @returns a function of an order as on the wire, with its shopper's name, and the address at which its parcel is followed */
export async function createOrderJson(db: Db) {
  const carriers = (await readIdentity(db))?.carriers;
  return (order: AdminOrder) => ({ ...toOrder(order, carriers), customer: order.username });
}
