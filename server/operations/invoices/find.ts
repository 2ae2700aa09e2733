/** Operators find invoices and credit notes. */
import type { Invoice } from '../../../contract/orders.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { Db, InvoiceRow } from '../../platform/storage/schema.ts';
import { readDocuments } from '../../shop/invoices/store.ts';
import { withDetails } from '../../shop/orders/store.ts';
import type { AdminOrder } from '../orders/orders.ts';

/** Documents per query. */
const PAGE_SIZE = 200;

export interface AdminInvoice {
  invoice: InvoiceRow;
  order: AdminOrder;
  document: Invoice;
}

/**
 * Reads documents page by page, newest first.
 * @param month of issue, like `2026-11`; all of them by default
 */
export async function* findInvoices(db: Db, month?: string): AsyncGenerator<AdminInvoice[]> {
  for (let after: InvoiceRow | undefined; ; ) {
    let query = selectInvoices(db).orderBy('year', 'desc').orderBy('sequence', 'desc');
    if (month !== undefined) query = query.where('issued_on', 'like', `${month}-%`);
    if (after !== undefined) {
      const { year, sequence } = after;
      query = query.where((eb) =>
        eb.or([
          eb('year', '<', year),
          eb.and([eb('year', '=', year), eb('sequence', '<', sequence)]),
        ]),
      );
    }
    const rows = await query.limit(PAGE_SIZE).execute();
    after = rows.at(-1);
    if (after === undefined) return;
    yield await withOrders(db, rows);
  }
}

/** @throws OperatorError if there is none with this number */
export async function findInvoice(db: Db, number: string): Promise<AdminInvoice> {
  const rows = await selectInvoices(db).where('number', '=', number.trim()).execute();
  const [found] = await withOrders(db, rows);
  if (found === undefined) throw new OperatorError(`There is no invoice ${quote(number)}.`);
  return found;
}

function selectInvoices(db: Db) {
  return db.selectFrom('invoices').selectAll();
}

async function withOrders(db: Db, invoices: readonly InvoiceRow[]): Promise<AdminInvoice[]> {
  if (invoices.length === 0) return [];
  const ids = [...new Set(invoices.map(({ order_id }) => order_id))];
  const rows = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'users.username'])
    .where('orders.id', 'in', ids)
    .execute();
  const stored = await withDetails(db, rows);
  const orders = new Map(
    stored.map((details, index): [string, AdminOrder] => [
      details.order.id,
      { ...details, username: rows[index]?.username ?? '' },
    ]),
  );
  const documents = await readDocuments(db, invoices);
  return invoices.flatMap((invoice, index) => {
    const [order, document] = [orders.get(invoice.order_id), documents[index]];
    return order && document ? [{ invoice, order, document }] : [];
  });
}
