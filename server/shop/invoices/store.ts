import { toDollars } from '../../../contract/money.ts';
import type { Invoice } from '../../../contract/orders.ts';
import { toPercent } from '../../../contract/tax.ts';
import type {
  Db,
  InvoiceRow,
  InvoiceTaxRow,
  OrderItemRow,
  OrderReturnRow,
  SaleTermsRow,
} from '../../platform/storage/schema.ts';
import { refundedUnits } from './credits.ts';

const NUMBER = /^\d{4}-\d{6,}$/;

/** Whether a text can be the number of an invoice, like `2026-000123`. */
export function isInvoiceNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** @returns undefined if the text is no number of an invoice of this order */
export async function findInvoice(
  db: Db,
  { orderId, number }: { orderId: string; number: string },
): Promise<Invoice | undefined> {
  if (!isInvoiceNumber(number)) return undefined;
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('number', '=', number)
    .where('order_id', '=', orderId)
    .execute();
  return (await readDocuments(db, rows))[0];
}

export async function readDocument(db: Db, invoice: InvoiceRow): Promise<Invoice> {
  const [document] = await readDocuments(db, [invoice]);
  if (document === undefined) throw new Error('unreachable');
  return document;
}

/** Completes documents, in their order. */
export async function readDocuments(db: Db, invoices: readonly InvoiceRow[]): Promise<Invoice[]> {
  if (invoices.length === 0) return [];
  const orderIds = [...new Set(invoices.map(({ order_id }) => order_id))];
  const taxes = await db
    .selectFrom('invoice_taxes')
    .selectAll()
    .where(
      'number',
      'in',
      invoices.map(({ number }) => number),
    )
    .orderBy('rate', 'desc')
    .execute();
  const terms = await db
    .selectFrom('orders')
    .innerJoin('sale_terms', 'sale_terms.number', 'orders.terms')
    .select(['orders.id', 'seller', 'tax_name'])
    .where('orders.id', 'in', orderIds)
    .execute();
  const cancellations = await db
    .selectFrom('order_changes')
    .select(['order_id', 'number'])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'cancelled')
    .execute();
  const items = await readItems(db, orderIds);
  const returns = await readReturns(db, orderIds);
  const taxesOf = Map.groupBy(taxes, ({ number }) => number);
  const termsOf = new Map(terms.map((row) => [row.id, row]));
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id);
  return invoices.map((invoice) => {
    const { order_id, change_number } = invoice;
    const all = itemsOf.get(order_id) ?? [];
    const isOfRest = cancellations.some(
      (row) => row.order_id === order_id && row.number === change_number,
    );
    const units = refundedUnits(returns, { order_id, number: change_number });
    const lines = all.map((item) => {
      if (change_number === 0) return item;
      return { ...item, qty: isOfRest ? item.qty - item.cancelled : units(item.line) };
    });
    return toInvoice(invoice, {
      lines: lines.filter(({ qty }) => qty > 0),
      taxes: taxesOf.get(invoice.number) ?? [],
      terms: termsOf.get(order_id),
    });
  });
}

/** The lines of orders. */
export function readItems(db: Db, orderIds: readonly string[]): Promise<OrderItemRow[]> {
  return db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('line')
    .execute();
}

/** What refunds of orders have returned. */
export function readReturns(db: Db, orderIds: readonly string[]): Promise<OrderReturnRow[]> {
  return db.selectFrom('order_returns').selectAll().where('order_id', 'in', orderIds).execute();
}

interface Parts {
  lines: readonly OrderItemRow[];
  taxes: readonly InvoiceTaxRow[];
  terms: Pick<SaleTermsRow, 'seller' | 'tax_name'> | undefined;
}

function toInvoice(invoice: InvoiceRow, { lines, taxes, terms }: Parts): Invoice {
  const { number, issued_on, supplied_on, buyer, amount_cents } = invoice;
  return {
    number,
    issuedOn: issued_on,
    suppliedOn: supplied_on,
    seller: terms?.seller ?? '',
    ...(buyer !== null && { buyer }),
    lines: lines.map(({ name, qty, cost_cents, tax_rate }) => ({
      name,
      qty,
      cost: toDollars(cost_cents),
      amount: toDollars(cost_cents * qty),
      ...(tax_rate !== null && { taxPercent: toPercent(tax_rate) }),
    })),
    taxes: taxes.map(({ rate, gross_cents, tax_cents }) => ({
      name: terms?.tax_name ?? '',
      percent: toPercent(rate),
      net: toDollars(gross_cents - tax_cents),
      tax: toDollars(tax_cents),
      gross: toDollars(gross_cents),
    })),
    total: toDollars(amount_cents),
  };
}
