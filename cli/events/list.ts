import { type DeskEvent, findEvents } from '../../server/operations/events/events.ts';
import { requireOrderId } from '../../server/operations/orders/orders.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { toIso } from '../times.ts';

interface Options extends Range {
  state?: 'waiting' | 'delivered' | 'given-up' | undefined;
  order?: string | undefined;
  json?: true;
}

export async function run({ state, order, json, ...range }: Options): Promise<void> {
  await readShop(async (db) => {
    const orderId = order && (await requireOrderId(db, order));
    const filter = { state: state === 'given-up' ? 'given up' : state, orderId } as const;
    const timeZone = await readTimeZone(db);
    const events = inRange(findEvents(db, filter), ({ createdAt }) => createdAt, {
      ...range,
      timeZone,
    });
    await printList(events, format, { json, timeZone });
  });
}

const format: ListFormat<DeskEvent> = {
  columns: [
    { title: 'event', text: ({ id }) => id },
    { title: 'at', time: ({ createdAt }) => createdAt },
    { title: 'type', text: ({ type }) => type },
    { title: 'order', text: ({ orderNumber }) => (orderNumber ? formatNumber(orderNumber) : '') },
    { title: 'state', text: ({ state }) => state },
    { title: 'attempts', text: ({ attempts }) => String(attempts), isRightAligned: true },
    {
      title: 'next attempt',
      time: ({ nextAttemptAt }) => nextAttemptAt,
    },
    { title: 'last failure', text: ({ lastError }) => lastError ?? '', mayShrink: true },
  ],
  toJson: (event) => ({
    id: event.id,
    type: event.type,
    at: toIso(event.createdAt),
    order: event.orderId,
    number: event.orderNumber && formatNumber(event.orderNumber),
    account: event.userId,
    state: event.state,
    attempts: event.attempts,
    nextAttempt: event.nextAttemptAt === null ? null : toIso(event.nextAttemptAt),
    delivered: event.deliveredAt === null ? null : toIso(event.deliveredAt),
    lastFailure: event.lastError,
  }),
  none: 'There are no such events.',
};
