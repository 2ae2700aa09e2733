/** The parts of an export that grow with each order, in batches of orders, oldest first. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toDollars } from '../../../contract/money.ts';
import type { AccountExport } from '../../../contract/personal-data.ts';
import { toIso } from '../../platform/days.ts';
import type { Db, OrderChangeRow } from '../../platform/storage/schema.ts';
import { readLastTerms } from '../identity/sale-terms.ts';
import { keptUntil } from '../invoices/kept.ts';
import { readDocuments } from '../invoices/store.ts';
import { toOrder } from '../orders/reply.ts';
import { type OrderId, withDetails } from '../orders/store.ts';

/** Orders of a batch. Each may have hundreds of lines. */
export const BATCH_SIZE = 20;

type ExportedOrder = AccountExport['orders'][number];

export async function* readOrders(db: Db, userId: string): AsyncGenerator<ExportedOrder[]> {
  for await (const rows of readBatches(db, userId)) {
    const stored = await withDetails(db, rows);
    yield stored.map((order) => ({
      ...toOrder(order),
      idempotencyKey: order.order.idempotency_key,
      history: order.changes.map(toHistory),
    }));
  }
}

/** Invoices and credit notes. */
export async function* readDocumentsOf(
  db: Db,
  userId: string,
): AsyncGenerator<AccountExport['documents']> {
  const years = (await readLastTerms(db))?.document_years ?? 0;
  for await (const rows of readBatches(db, userId)) {
    const invoices = await db
      .selectFrom('invoices')
      .selectAll()
      .where('order_id', 'in', idsOf(rows))
      .orderBy('order_id')
      .orderBy('change_number')
      .execute();
    const documents = await readDocuments(db, invoices);
    yield documents.map((document) => ({
      ...document,
      keptUntil: keptUntil(Number(document.issuedOn.slice(0, 4)), years),
    }));
  }
}

/** First what belongs to no order. */
export async function* readLedger(db: Db, userId: string): AsyncGenerator<AccountExport['ledger']> {
  const entries = db
    .selectFrom('ledger_entries')
    .leftJoin('ledger_notes', 'ledger_notes.transaction_id', 'ledger_entries.transaction_id')
    .selectAll('ledger_entries')
    .select(['ledger_notes.note', 'ledger_notes.request_key'])
    .orderBy('made_at')
    .orderBy('ledger_entries.transaction_id');
  const read = async (query: typeof entries) =>
    (await query.execute()).map((entry) => ({
      transaction: entry.transaction_id,
      account: entry.account,
      amount: toDollars(entry.amount_cents),
      order: entry.order_id,
      at: toIso(entry.made_at),
      note: entry.note,
      key: entry.request_key,
    }));
  const ofUser = entries.where('ledger_entries.user_id', '=', userId);
  // Not `is null`, for which a database may read the entries of all users that belong to no order.
  yield read(ofUser.where((eb) => eb(eb.fn.coalesce('order_id', eb.val('')), '=', '')));
  for await (const rows of readBatches(db, userId)) {
    yield read(entries.where('order_id', 'in', idsOf(rows)));
  }
}

/** Reads the person's events, which are waiting or were delivered in the last days. */
export async function* readEvents(db: Db, userId: string): AsyncGenerator<AccountExport['events']> {
  const events = db.selectFrom('events').select('payload').orderBy('order_id').orderBy('number');
  const read = async (query: typeof events) =>
    (await query.execute()).map(({ payload }): unknown => JSON.parse(payload));
  const ofUser = events.where('user_id', '=', userId);
  yield read(ofUser.where('type', '=', 'account.erased'));
  for await (const rows of readBatches(db, userId)) {
    yield read(events.where('order_id', 'in', idsOf(rows)));
  }
}

/** Lets other requests run between two batches. */
async function* readBatches(db: Db, userId: string): AsyncGenerator<OrderId[]> {
  for (let after = ''; ; await nextTurn()) {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

const idsOf = (rows: readonly OrderId[]) => rows.map(({ id }) => id);

function toHistory(change: OrderChangeRow): ExportedOrder['history'][number] {
  return {
    kind: change.kind,
    at: toIso(change.made_at),
    by: change.made_by,
    amount: toDollars(change.amount_cents),
    note: change.note,
    carrier: change.carrier,
    tracking: change.tracking,
    addressBefore: change.address,
    invoice: change.invoice,
  };
}
