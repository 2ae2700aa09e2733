/**
 * Issues invoices and credit notes: one series of numbers for each year, without gaps, in the order in which orders
 * were placed and money went back. It runs after the order, so that orders never wait for one another.
 */
import { sql } from 'kysely';
import { createDayFormat } from '../../platform/days.ts';
import { engineOf } from '../../platform/storage/engine.ts';
import type { Db, InvoiceRow, Tx } from '../../platform/storage/schema.ts';
import { readLastTerms } from '../identity/sale-terms.ts';
import { type Pending, readPending } from './pending.ts';
import { readTaxes } from './taxes.ts';

/** Documents in one transaction. */
const BATCH_SIZE = 100;
/** A transaction that began earlier has been committed by then, so that no earlier order turns up later. */
export const SETTLE_MS = 15_000;

/** Usually nothing is pending, and nothing has to be locked. */
export async function hasPending(db: Db, now: number): Promise<boolean> {
  return (await readPending(db, now - SETTLE_MS, 1)).length > 0;
}

/** Issues the next documents that are missing. @returns the documents */
export async function issueBatch(tx: Tx, now: number): Promise<InvoiceRow[]> {
  await lockInvoices(tx);
  const pending = await readPending(tx, now - SETTLE_MS, BATCH_SIZE);
  if (pending.length === 0) return [];
  const rows = await numberDocuments(tx, pending, now);
  const taxes = await readTaxes(tx, rows);
  await tx.insertInto('invoices').values(rows).execute();
  if (taxes.length > 0) await tx.insertInto('invoice_taxes').values(taxes).execute();
  for (const row of rows) await noteInvoice(tx, row);
  return rows;
}

/** One process at a time. SQLite's write transactions run one after the other anyway. */
async function lockInvoices(tx: Tx): Promise<void> {
  if (engineOf(tx) === 'postgres') {
    await sql`lock table invoices in share row exclusive mode`.execute(tx);
  }
}

/**
 * Days never go back within the series: if another time zone or clock has an earlier day, the document gets the
 * previous document's day. No document precedes the day of its order.
 */
async function numberDocuments(
  tx: Tx,
  pending: readonly Pending[],
  now: number,
): Promise<InvoiceRow[]> {
  let last = await readLast(tx);
  const terms = await readLastTerms(tx);
  const dayOf = createDayFormat(terms?.time_zone ?? 'UTC');
  const today = dayOf(now);
  return pending.map(({ orderId, changeNumber, amountCents, buyer, at, timeZone }) => {
    const suppliedOn = createDayFormat(timeZone)(at);
    const issuedOn = [today, suppliedOn, last.issuedOn].reduce((a, b) => (a > b ? a : b));
    const year = Number(issuedOn.slice(0, 4));
    last = { year, sequence: year === last.year ? last.sequence + 1 : 1, issuedOn };
    return {
      number: `${year}-${String(last.sequence).padStart(6, '0')}`,
      year,
      sequence: last.sequence,
      order_id: orderId,
      change_number: changeNumber,
      amount_cents: amountCents,
      issued_on: issuedOn,
      supplied_on: suppliedOn,
      buyer: buyer === '' ? null : buyer,
    };
  });
}

async function readLast(tx: Tx): Promise<{ year: number; sequence: number; issuedOn: string }> {
  const row = await tx
    .selectFrom('invoices')
    .select(['year', 'sequence', 'issued_on as issuedOn'])
    .orderBy('year', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { year: 0, sequence: 0, issuedOn: '' };
}

async function noteInvoice(tx: Tx, { number, order_id, change_number }: InvoiceRow): Promise<void> {
  if (change_number === 0) {
    // The order of an erased account has kept its address for the invoice alone. The row itself says so: another one could
    // change while this waits for its lock.
    await tx
      .updateTable('orders')
      .set({
        invoice: number,
        address: sql<string>`case when address_id = '' then '' else address end`,
      })
      .where('id', '=', order_id)
      .execute();
    return;
  }
  await tx
    .updateTable('order_changes')
    .set({ invoice: number })
    .where('order_id', '=', order_id)
    .where('number', '=', change_number)
    .execute();
}
