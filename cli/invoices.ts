/** The commands `qkart invoices …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { titleOf, toInvoices } from '../server/operations/invoices/document.ts';
import {
  type AdminInvoice,
  findInvoice,
  findInvoices,
} from '../server/operations/invoices/find.ts';
import { hidden, type List, money, text } from '../server/operations/reports/columns.ts';
import { startOfDay } from '../server/platform/days.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { toVisibleJson } from '../server/platform/quote.ts';
import { formatNumber } from '../server/shop/codes.ts';
import { readIdentity } from '../server/shop/identity/store.ts';
import { reading } from './shared/action.ts';
import { parseMonth } from './shared/arguments.ts';
import { type ListOptions, printRange, rowToJson } from './shared/list.ts';
import { writePage } from './shared/output.ts';
import { inRange, type Range, withRange } from './shared/periods.ts';
import { readShopSnapshot, readTimeZone } from './shared/shop.ts';

export function addInvoices(invoices: CommandUnknownOpts): void {
  invoices.description(
    'Lists, shows and prints invoices and credit notes. The running shop issues them, some seconds after the order.',
  );
  withRange(invoices.command('list'))
    .summary('list invoices and credit notes, newest first')
    .description('Lists invoices and credit notes, newest first.')
    .option('--json', 'print a JSON array')
    .action(
      reading((options: ListOptions) =>
        printRange(invoiceList, (db) => findInvoices(db), createIssuedAt(), options),
      ),
    );
  invoices
    .command('show <number>')
    .summary('print an invoice or a credit note as JSON')
    .description('Prints an invoice or a credit note with its lines as JSON.')
    .action(reading(show));
  withRange(invoices.command('export [number...]'))
    .summary('write invoices and credit notes for the printer')
    .description(
      'Writes a page of HTML to the standard output, with a sheet for each of these, or for all.',
    )
    .option('--month <month>', 'only those issued in this month, as 2026-11', parseMonth)
    .action(reading(exportSheets));
}

const NONE = 'There are no such invoices.';

const invoiceList: List<AdminInvoice> = {
  columns: [
    text('number', ({ invoice }) => invoice.number),
    text('issued', ({ invoice }) => invoice.issued_on),
    text('document', titleOf, { json: (found) => titleOf(found).toLowerCase() }),
    text('order', ({ order }) => formatNumber(order.order.number)),
    money('amount', ({ invoice }) => invoice.amount_cents),
    hidden('seller', ({ document }) => document.seller),
    hidden('taxes', ({ document }) => document.taxes),
    text('customer', ({ order }) => order.username, { mayShrink: true }),
    hidden('credits', ({ invoice, order }) =>
      invoice.change_number > 0 ? order.order.invoice : undefined,
    ),
  ],
  none: NONE,
};

/** @returns a function of the time at which the day of issue begins */
function createIssuedAt() {
  // Many have the same day, and finding its start takes several calls of Intl.
  const starts = new Map<string, number>();
  return ({ invoice: { issued_on: day } }: AdminInvoice, timeZone: string): number => {
    const start = starts.get(day) ?? startOfDay(day, timeZone);
    starts.set(day, start);
    return start;
  };
}

/** Prints JSON: the printed form is that of `export`. */
async function show(number: string): Promise<void> {
  const found = await readShopSnapshot((tx) => findInvoice(tx, number));
  const { buyer: address, suppliedOn: supplied, lines } = found.document;
  const shown = { ...rowToJson(invoiceList, found), address, supplied, lines };
  process.stdout.write(`${toVisibleJson(shown, 2)}\n`);
}

/** @param numbers by default all of the month or range */
async function exportSheets(
  numbers: readonly string[],
  { month, ...range }: Range & { month?: string | undefined },
): Promise<void> {
  if (numbers.length > 0 && month !== undefined) {
    throw new OperatorError('Name documents or a month, not both.');
  }
  await readShopSnapshot(async (tx) => {
    const named = (async function* () {
      for (const number of numbers) yield [await findInvoice(tx, number)];
    })();
    const pages = numbers.length === 0 ? findInvoices(tx, month) : named;
    const timeZone = await readTimeZone(tx);
    const issuedAt = createIssuedAt();
    const chosen = inRange(pages, (found) => issuedAt(found, timeZone), range, timeZone);
    await writePage(toInvoices(chosen, await readIdentity(tx)), NONE);
  });
}
