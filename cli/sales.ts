import { formatCents, toDollars } from '../contract/money.ts';
import {
  netCents,
  type Period,
  type Sales,
  salesByLine,
  salesByTime,
} from '../server/operations/sales.ts';
import { startOfDay } from '../server/platform/days.ts';
import { readSnapshot } from '../server/platform/storage/read-only.ts';
import { endOfDay, toDay } from './days.ts';
import { type ListFormat, printList } from './list.ts';
import { refuseEmpty } from './range.ts';
import { readShop, readTimeZone } from './shop.ts';

interface Options {
  by: 'day' | 'month' | 'product' | 'category';
  /** The first day, see `parseDay`. */
  from?: string | undefined;
  /** The last day. */
  to?: string | undefined;
  json?: boolean;
}

export async function run({ by, from, to, json }: Options): Promise<void> {
  const isByTime = by === 'day' || by === 'month';
  const { sales, timeZone } = await readShop((db) =>
    readSnapshot(db, async (tx) => {
      const timeZone = await readTimeZone(tx);
      const period = toPeriod(from, to, timeZone);
      const sales = isByTime
        ? await salesByTime(tx, by, period, timeZone)
        : await salesByLine(tx, by, period);
      return { sales, timeZone };
    }),
  );
  const hasDays = isByTime || from !== undefined || to !== undefined;
  const title = hasDays ? `${by} (${timeZone})` : by;
  await printList([sales], formatOf(title, isByTime ? 'orders' : 'units'), { json });
}

function toPeriod(from: string | undefined, to: string | undefined, timeZone: string): Period {
  const period = {
    from: from === undefined ? 0 : startOfDay(toDay(from, timeZone), timeZone),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : endOfDay(to, timeZone),
  };
  refuseEmpty(period.from, period.to);
  return period;
}

function formatOf(title: string, count: string): ListFormat<Sales> {
  const amount = (name: string, of: (sales: Sales) => number) => ({
    title: name,
    text: (sales: Sales) => formatCents(of(sales)),
    isRightAligned: true,
  });
  return {
    columns: [
      { title, text: ({ key }) => key, mayShrink: true },
      { title: count, text: (sales) => String(sales.count), isRightAligned: true },
      amount('sold', ({ soldCents }) => soldCents),
      amount('cancelled', ({ cancelledCents }) => cancelledCents),
      amount('refunded', ({ refundedCents }) => refundedCents),
      amount('net', netCents),
    ],
    toJson: (sales) => ({
      key: sales.key,
      [count]: sales.count,
      sold: toDollars(sales.soldCents),
      cancelled: toDollars(sales.cancelledCents),
      refunded: toDollars(sales.refundedCents),
      net: toDollars(netCents(sales)),
    }),
    none: 'Nothing was sold then.',
  };
}
