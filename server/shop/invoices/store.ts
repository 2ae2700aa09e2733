import { toDollars } from '../../../contract/money.ts';
import type { Invoice } from '../../../contract/orders.ts';
import type { Db, InvoiceRow } from '../../platform/storage/schema.ts';
import { isInvoiceNumber } from './rules.ts';

/** @returns undefined if the text is no number of an invoice of this order */
export async function findInvoice(
  db: Db,
  { orderId, number }: { orderId: string; number: string },
): Promise<InvoiceRow | undefined> {
  if (!isInvoiceNumber(number)) return undefined;
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('number', '=', number)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

export function toInvoice({ number, issued_at, seller, tax, tax_cents }: InvoiceRow): Invoice {
  return {
    number,
    issuedAt: new Date(issued_at).toISOString(),
    seller,
    ...(tax !== null && { tax: { name: tax, amount: toDollars(tax_cents) } }),
  };
}
