import { type Command, Option } from '@commander-js/extra-typings';
import { type List, money, number, text } from '../../server/operations/reports/columns.ts';
import {
  netCents,
  type Sales,
  salesByLine,
  salesByTime,
} from '../../server/operations/reports/sales.ts';
import { reading } from '../shared/action.ts';
import { printList } from '../shared/list.ts';
import { beginOf, endOf, parseDay, toTimes } from '../shared/periods.ts';
import { readShopSnapshot, readTimeZone } from '../shared/shop.ts';

export function addSales(command: Command): void {
  command
    .description(
      `Sums up what was sold, cancelled and refunded, from the ledger. Days are those of the shop's time zone, or UTC.`,
    )
    .addOption(
      new Option('--by <unit>', 'a line for each')
        .choices(['day', 'month', 'product', 'category'])
        .default('day' as const),
    )
    .option('--from <day>', 'the first day, as 2026-11-25, today, yesterday or 7d', parseDay)
    .option('--to <day>', 'the last day', parseDay)
    .option('--json', 'print a JSON array')
    .action(
      reading(async ({ by, from, to, json }) => {
        const isByTime = by === 'day' || by === 'month';
        const { rows, timeZone } = await readShopSnapshot(async (tx) => {
          const timeZone = await readTimeZone(tx);
          const times = { since: from && beginOf(from), until: to && endOf(to) };
          const { since = 0, until = Number.MAX_SAFE_INTEGER } = toTimes(times, timeZone);
          const period = { from: since, to: until };
          const rows = isByTime
            ? await salesByTime(tx, by, period, timeZone)
            : await salesByLine(tx, by, period);
          return { rows, timeZone };
        });
        const hasDays = isByTime || from !== undefined || to !== undefined;
        const list: List<Sales> = {
          columns: [
            text(hasDays ? `${by} (${timeZone})` : by, ({ key }) => key, {
              key: 'key',
              mayShrink: true,
            }),
            number(isByTime ? 'orders' : 'units', (sales) => sales.count),
            money('sold', ({ soldCents }) => soldCents),
            money('cancelled', ({ cancelledCents }) => cancelledCents),
            money('refunded', ({ refundedCents }) => refundedCents),
            money('net', netCents),
          ],
          none: 'Nothing was sold then.',
        };
        await printList([rows], list, { json });
      }),
    );
}
