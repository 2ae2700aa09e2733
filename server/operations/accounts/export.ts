/** Exports all data that the shop has about a person. */
import { toDollars } from '../../../contract/money.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readFailures } from '../../shop/accounts/throttle.ts';
import { readCart } from '../../shop/cart/store.ts';
import { toOrder } from '../../shop/orders/reply.ts';
import { withDetails } from '../../shop/orders/store.ts';
import { readBalance } from '../../shop/wallet/store.ts';
import { findAccount } from './find.ts';

/**
 * Amounts are dollars, times are ISO 8601. Passwords and tokens are left out: the shop has only their hashes, which
 * contain nothing about a person.
 * @param db a snapshot, so that all data is of one moment
 * @throws OperatorError
 */
export async function exportAccount(db: Db, username: string): Promise<object> {
  const { id } = await findAccount(db, username);
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    account: { id, username: user.username, registeredAt: toIso(user.created_at) },
    wallet: { balance: toDollars(await readBalance(db, id)) },
    addresses: await readAddresses(db, id),
    cart: await readCart(db, id),
    orders: await readOrders(db, id),
    ledger: await readLedger(db, id),
    events: await readEvents(db, id),
    sessions: await readSessions(db, id),
    devices: await readDevices(db, id),
    logins: await readLogins(db, id),
    failedLogins: (await readFailures(db, user.username)).map((failure) => ({
      from: / (?:from|device|session) (.+)$/.exec(failure.subject)?.[1] ?? 'all networks',
      countUntil: toIso(failure.counts_until),
    })),
  };
}

function readAddresses(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('addresses')
    .select(['id as _id', 'address'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute();
}

async function readOrders(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const exported: object[] = [];
  for (const row of rows) {
    const [stored] = await withDetails(db, [row]);
    exported.push({
      ...(stored && toOrder(stored)),
      idempotencyKey: row.idempotency_key,
      history: stored?.changes.map((change) => ({
        kind: change.kind,
        at: toIso(change.made_at),
        by: change.made_by,
        amount: toDollars(change.amount_cents),
        note: change.note,
        carrier: change.carrier,
        tracking: change.tracking,
      })),
    });
  }
  return exported;
}

async function readLedger(db: Db, userId: string): Promise<object[]> {
  const entries = await db
    .selectFrom('ledger_entries')
    .leftJoin('ledger_notes', 'ledger_notes.transaction_id', 'ledger_entries.transaction_id')
    .selectAll('ledger_entries')
    .select(['ledger_notes.note', 'ledger_notes.request_key'])
    .where('ledger_entries.user_id', '=', userId)
    .orderBy('made_at')
    .orderBy('ledger_entries.transaction_id')
    .execute();
  return entries.map((entry) => ({
    transaction: entry.transaction_id,
    account: entry.account,
    amount: toDollars(entry.amount_cents),
    order: entry.order_id,
    at: toIso(entry.made_at),
    note: entry.note,
    key: entry.request_key,
  }));
}

/** Reads the person's events, which are waiting or were delivered in the last days. */
async function readEvents(db: Db, userId: string): Promise<unknown[]> {
  const events = await db
    .selectFrom('events')
    .select('payload')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return events.map(({ payload }) => JSON.parse(payload));
}

async function readSessions(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['expires_at', 'browser'])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at, browser }) => ({ expiresAt: toIso(expires_at), browser }));
}

async function readDevices(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('devices')
    .select('expires_at')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at }) => ({ expiresAt: toIso(expires_at) }));
}

async function readLogins(db: Db, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('login_events')
    .select(['kind', 'browser', 'times', 'last_at'])
    .where('user_id', '=', userId)
    .orderBy('last_at')
    .execute();
  return rows.map(({ last_at, ...event }) => ({ ...event, lastAt: toIso(last_at) }));
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
