/** The commands `qkart events …`. */
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type AdminEvent, findEvents, sendAgain } from '../server/operations/events/events.ts';
import { requireOrderId } from '../server/operations/orders/orders.ts';
import { hidden, type List, number, text, time } from '../server/operations/reports/columns.ts';
import { count } from '../server/operations/reports/text.ts';
import { areEventsWanted } from '../server/platform/webhooks/wanted.ts';
import { formatNumber } from '../server/shop/codes.ts';
import { changing, reading } from './shared/action.ts';
import { type ListOptions, printRange } from './shared/list.ts';
import { withRange } from './shared/periods.ts';
import { withShop } from './shared/shop.ts';

export function addEvents(events: CommandUnknownOpts): void {
  events.description(
    'Lists what the receiver of webhooks (WEBHOOK_URL) is told, and sends it again. Tables have times in the time zone of the shop.',
  );
  withRange(events.command('list'))
    .summary('list events, newest first')
    .description(
      'Lists events, newest first: those that wait, were delivered in the last week, or were given up in the last month.',
    )
    .addOption(
      new Option('--state <state>', 'only of this state').choices([
        'waiting',
        'delivered',
        'given-up',
      ]),
    )
    .option('--order <id>', 'only of this order, by its id or number')
    .option('--json', 'print a JSON array')
    .action(
      reading(({ state, order, ...options }: EventOptions) =>
        printRange(
          eventList,
          async (db) =>
            findEvents(db, {
              state: state === 'given-up' ? 'given up' : state,
              orderId: order && (await requireOrderId(db, order)),
            }),
          ({ createdAt }) => createdAt,
          options,
        ),
      ),
    );
  events
    .command('retry [id...]')
    .summary('send events again')
    .description(
      `Sends events again, with the same webhook-id: those that are named, or all that were given up.

The running shop sends them.`,
    )
    .action(changing(retry));
}

interface EventOptions extends ListOptions {
  state?: 'waiting' | 'delivered' | 'given-up' | undefined;
  order?: string | undefined;
}

const eventList: List<AdminEvent> = {
  columns: [
    text('event', ({ id }) => id, { key: 'id' }),
    time('at', ({ createdAt }) => createdAt),
    text('type', ({ type }) => type),
    hidden('order', ({ orderId }) => orderId),
    text('order', ({ orderNumber }) => orderNumber && formatNumber(orderNumber), { key: 'number' }),
    hidden('account', ({ userId }) => userId),
    text('state', ({ state }) => state),
    number('attempts', ({ attempts }) => attempts),
    time('next attempt', ({ nextAttemptAt }) => nextAttemptAt),
    { ...time('', ({ deliveredAt }) => deliveredAt), key: 'delivered' },
    text('last failure', ({ lastError }) => lastError, { mayShrink: true }),
  ],
  none: 'There are no such events.',
};

/** @param ids empty for all events whose delivery failed for good */
async function retry(ids: readonly string[]): Promise<void> {
  const { retried, isWanted } = await withShop(async (services) => ({
    isWanted: await areEventsWanted(services.db),
    retried: await sendAgain(services, ids),
  }));
  const when = isWanted
    ? 'again'
    : 'once the shop runs with WEBHOOK_URL. Nothing is sent until then';
  process.stdout.write(`${count(retried, 'event')} will be sent ${when}.\n`);
}
