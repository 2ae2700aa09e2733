/** The tax of documents, from their orders alone. */
import type { Db, InvoiceRow, InvoiceTaxRow } from '../../platform/storage/schema.ts';
import { amountsOf, refundedUnits, taxCredits, taxInvoice } from './credits.ts';
import { readItems, readReturns } from './store.ts';

/** @param invoices documents that are about to be issued */
export async function readTaxes(
  db: Db,
  invoices: readonly Pick<InvoiceRow, 'number' | 'order_id' | 'change_number'>[],
): Promise<InvoiceTaxRow[]> {
  const orderIds = [...new Set(invoices.map(({ order_id }) => order_id))];
  const items = Map.groupBy(await readItems(db, orderIds), ({ order_id }) => order_id);
  const returns = await readReturns(db, orderIds);
  const credits = Map.groupBy(await readCredits(db, orderIds), ({ order_id }) => order_id);
  return invoices.flatMap(({ number, order_id, change_number }) => {
    const lines = items.get(order_id) ?? [];
    const sold = amountsOf(lines);
    const changes = credits.get(order_id) ?? [];
    const ofChanges = taxCredits(
      sold,
      changes.map((change) => ({
        amountCents: change.amount_cents,
        byLines: amountsOf(lines, refundedUnits(returns, change)),
      })),
    );
    const index = changes.findIndex((change) => change.number === change_number);
    const taxes = change_number === 0 ? taxInvoice(sold) : (ofChanges[index] ?? []);
    return taxes.map(({ rate, grossCents, taxCents }) => ({
      number,
      rate,
      gross_cents: grossCents,
      tax_cents: taxCents,
    }));
  });
}

/** The changes with which money went back, oldest first in each order. */
function readCredits(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('order_changes')
    .select(['order_id', 'number', 'amount_cents'])
    .where('order_id', 'in', orderIds)
    .where('amount_cents', '>', 0)
    .orderBy('order_id')
    .orderBy('number')
    .execute();
}
