import { toInvoices } from '../../server/operations/invoices/document.ts';
import { findInvoice, findInvoices } from '../../server/operations/invoices/find.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { writePage } from '../output.ts';
import type { Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { issuedInRange, NONE } from './list.ts';

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
      const chosen = issuedInRange(pages, { ...range, timeZone: await readTimeZone(tx) });
      await writePage(toInvoices(chosen, (await readIdentity(tx))?.logo), NONE);
    }),
  );
}
