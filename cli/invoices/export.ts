import { toInvoices } from '../../server/operations/invoices/document.ts';
import { findInvoice, findInvoices } from '../../server/operations/invoices/find.ts';
import { startOfDay } from '../../server/platform/days.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { writePage } from '../output.ts';
import { inRange, type Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { NONE } from './list.ts';

/** @param numbers by default all of the month or range */
export async function run(
  numbers: readonly string[],
  { month, ...range }: Range & { month?: string | undefined },
): Promise<void> {
  if (numbers.length > 0 && month !== undefined) {
    throw new OperatorError('Name documents or a month, not both.');
  }
  await readShop((db) =>
    readSnapshot(db, async (tx) => {
      const pages =
        numbers.length === 0
          ? findInvoices(tx, month)
          : (async function* () {
              for (const number of numbers) yield [await findInvoice(tx, number)];
            })();
      const timeZone = await readTimeZone(tx);
      const period = { ...range, timeZone };
      const chosen = inRange(
        pages,
        ({ invoice }) => startOfDay(invoice.issued_on, timeZone),
        period,
      );
      await writePage(toInvoices(chosen, (await readIdentity(tx))?.logo), NONE);
    }),
  );
}
