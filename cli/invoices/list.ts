import { formatCents, toDollars } from '../../contract/money.ts';
import { titleOf } from '../../server/operations/invoices/document.ts';
import { type DeskInvoice, findInvoices } from '../../server/operations/invoices/find.ts';
import { startOfDay } from '../../server/platform/days.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';

export async function run({ json, ...range }: Range & { json?: boolean }): Promise<void> {
  await readShop(async (db) => {
    const timeZone = await readTimeZone(db);
    const pages = issuedInRange(findInvoices(db), { ...range, timeZone });
    await printList(pages, format, { json, timeZone });
  });
}

/** Those whose day of issue begins in the range. */
export function issuedInRange(
  pages: AsyncIterable<readonly DeskInvoice[]>,
  range: Range & { timeZone: string },
): AsyncGenerator<DeskInvoice[]> {
  // Many are of one day, and the start of a day takes some calls of Intl.
  const starts = new Map<string, number>();
  const startOf = (day: string): number => {
    const start = starts.get(day) ?? startOfDay(day, range.timeZone);
    starts.set(day, start);
    return start;
  };
  return inRange(pages, ({ invoice }) => startOf(invoice.issued_on), range);
}

export const NONE = 'There are no such invoices.';

const format: ListFormat<DeskInvoice> = {
  columns: [
    { title: 'number', text: ({ invoice }) => invoice.number },
    { title: 'issued', text: ({ invoice }) => invoice.issued_on },
    { title: 'document', text: titleOf },
    { title: 'order', text: ({ order }) => formatNumber(order.order.number) },
    {
      title: 'amount',
      text: ({ invoice }) => formatCents(invoice.amount_cents),
      isRightAligned: true,
    },
    { title: 'customer', text: ({ order }) => order.username, mayShrink: true },
  ],
  toJson: invoiceToJson,
  none: NONE,
};

export function invoiceToJson({ invoice, order, document }: DeskInvoice) {
  return {
    number: invoice.number,
    document: invoice.change_number === 0 ? 'invoice' : 'credit note',
    issued: document.issuedOn,
    order: formatNumber(order.order.number),
    amount: toDollars(invoice.amount_cents),
    seller: document.seller,
    taxes: document.taxes,
    customer: order.username,
    ...(invoice.change_number > 0 && { credits: order.order.invoice }),
  };
}
