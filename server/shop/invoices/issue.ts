/**
 * Issues invoices and credit notes: one series of numbers for each year, without gaps, in the order in which orders were
 * placed and money went back. It is a step of its own, so that orders never wait for one another.
 */
import { sql } from 'kysely';
import { createDayFormat } from '../../platform/days.ts';
import type { Services } from '../../platform/services.ts';
import { engineOf } from '../../platform/storage/engine.ts';
import type { Db, InvoiceRow, Tx } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { readIdentity } from '../identity/store.ts';
import { includedTax, sellerOf } from './seller.ts';

/** Documents of one transaction. */
const BATCH_SIZE = 100;
/** A transaction that began earlier has been committed by then, so that no earlier order turns up later. */
export const SETTLE_MS = 15_000;

/**
 * Whether an order gets an invoice, and credit notes. A shop that has sold before it issued invoices has its own seller:
 * earlier orders get none, since it has invoiced them itself, and later ones wait until it has an identity.
 */
const isInvoiced = sql<boolean>`
  orders.placed_at > coalesce((select placed_after from invoice_start), 0)
  and (exists (select 1 from shop_identity) or not exists (select 1 from invoice_start))`;

interface Pending {
  orderId: string;
  /** 0 for the order itself, which gets an invoice; that of a change which gets a credit note. */
  changeNumber: number;
  amountCents: number;
  at: number;
}

/**
 * Issues all documents that are missing, or those of the batches that begin before the signal.
 * @returns how many documents were issued
 */
export async function issueInvoices(
  { db, now }: Pick<Services, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  let issued = 0;
  while (!signal?.aborted) {
    // Usually nothing is pending, and nothing has to be locked.
    const [first] = await readPending(db, now() - SETTLE_MS, 1);
    if (first === undefined) break;
    issued += await transact(db, (tx) => issueBatch(tx, now()));
  }
  return issued;
}

async function issueBatch(tx: Tx, now: number): Promise<number> {
  await lockInvoices(tx);
  const pending = await readPending(tx, now - SETTLE_MS, BATCH_SIZE);
  const identity = await readIdentity(tx);
  const dayOf = createDayFormat(identity?.timeZone ?? 'UTC');
  const last = new Map<number, number>();
  const rows: InvoiceRow[] = [];
  for (const { orderId, changeNumber, amountCents, at } of pending) {
    const year = Number(dayOf(at).slice(0, 4));
    const sequence = (last.get(year) ?? (await readLastSequence(tx, year))) + 1;
    last.set(year, sequence);
    rows.push({
      number: `${year}-${String(sequence).padStart(6, '0')}`,
      year,
      sequence,
      order_id: orderId,
      change_number: changeNumber,
      amount_cents: amountCents,
      seller: sellerOf(identity),
      ...includedTax(identity, amountCents),
      issued_at: now,
    });
  }
  if (rows.length > 0) await tx.insertInto('invoices').values(rows).execute();
  for (const row of rows) await noteInvoice(tx, row);
  return rows.length;
}

/** One process at a time. SQLite's write transactions run one after the other anyway. */
async function lockInvoices(tx: Tx): Promise<void> {
  if (engineOf(tx) === 'postgres') {
    await sql`lock table invoices in share row exclusive mode`.execute(tx);
  }
}

/** The first documents that are missing, in the order of their numbers. */
async function readPending(db: Db, until: number, limit: number): Promise<Pending[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id as orderId', 'total_cents as amountCents', 'placed_at as at'])
    .where('invoice', 'is', null)
    .where('placed_at', '<=', until)
    .where(isInvoiced)
    .orderBy('placed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const changes = await db
    .selectFrom('order_changes')
    .innerJoin('orders', 'orders.id', 'order_changes.order_id')
    .select(['order_changes.order_id as orderId', 'order_changes.number as changeNumber'])
    .select(['order_changes.amount_cents as amountCents', 'order_changes.made_at as at'])
    .where('order_changes.invoice', 'is', null)
    .where(sql<boolean>`order_changes.amount_cents > 0`)
    .where('order_changes.made_at', '<=', until)
    .where(isInvoiced)
    .orderBy('order_changes.made_at')
    .orderBy('order_changes.order_id')
    .orderBy('order_changes.number')
    .limit(limit)
    .execute();
  const all = [...orders.map((order) => ({ ...order, changeNumber: 0 })), ...changes];
  return all
    .sort((one, other) => one.at - other.at || one.changeNumber - other.changeNumber)
    .slice(0, limit);
}

/** @returns 0 if the year has no document yet */
async function readLastSequence(tx: Tx, year: number): Promise<number> {
  const row = await tx
    .selectFrom('invoices')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('year', '=', year)
    .executeTakeFirst();
  return row?.last ?? 0;
}

async function noteInvoice(tx: Tx, { number, order_id, change_number }: InvoiceRow): Promise<void> {
  if (change_number === 0) {
    await tx.updateTable('orders').set({ invoice: number }).where('id', '=', order_id).execute();
    return;
  }
  await tx
    .updateTable('order_changes')
    .set({ invoice: number })
    .where('order_id', '=', order_id)
    .where('number', '=', change_number)
    .execute();
}
