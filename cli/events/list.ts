import { type DeskEvent, findEvents } from '../../server/operations/events/events.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop } from '../shop.ts';
import { formatMinute, toIso } from '../times.ts';

interface Options extends Range {
  state?: 'waiting' | 'delivered' | 'given-up' | undefined;
  order?: string | undefined;
  json?: true;
}

export async function run({ state, order: orderId, json, ...range }: Options): Promise<void> {
  const filter = { state: state === 'given-up' ? 'given up' : state, orderId } as const;
  await readShop((db) =>
    printList(
      inRange(findEvents(db, filter), ({ createdAt }) => createdAt, range),
      format,
      { json: json ?? false },
    ),
  );
}

const format: ListFormat<DeskEvent> = {
  columns: [
    { title: 'event', text: ({ id }) => id },
    { title: 'at (UTC)', text: ({ createdAt }) => formatMinute(createdAt) },
    { title: 'type', text: ({ type }) => type },
    { title: 'order', text: ({ orderId }) => orderId ?? '' },
    { title: 'state', text: ({ state }) => state },
    { title: 'attempts', text: ({ attempts }) => String(attempts), isRightAligned: true },
    {
      title: 'next attempt (UTC)',
      text: ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : formatMinute(nextAttemptAt)),
    },
    { title: 'last failure', text: ({ lastError }) => lastError ?? '', mayShrink: true },
  ],
  toJson: (event) => ({
    id: event.id,
    type: event.type,
    at: toIso(event.createdAt),
    order: event.orderId,
    account: event.userId,
    state: event.state,
    attempts: event.attempts,
    nextAttempt: event.nextAttemptAt === null ? null : toIso(event.nextAttemptAt),
    delivered: event.deliveredAt === null ? null : toIso(event.deliveredAt),
    lastFailure: event.lastError,
  }),
  none: 'There are no such events.',
};
