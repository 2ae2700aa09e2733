/** Exports all data that the shop has about a person. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toDollars } from '../../../../contract/money.ts';
import type { AccountExport } from '../../../../contract/personal-data.ts';
import type { Db, OrderChangeRow } from '../../../platform/storage/schema.ts';
import { listAddresses } from '../../addresses/store.ts';
import { readCart } from '../../cart/store.ts';
import { toOrder } from '../../orders/reply.ts';
import { withDetails } from '../../orders/store.ts';
import { readBalance } from '../../wallet/store.ts';
import { listPasskeys } from '../passkeys/store.ts';
import { readFailures } from '../throttle.ts';

/** Orders per query. */
const BATCH_SIZE = 100;

/**
 * Amounts are dollars, times are ISO 8601. Passwords and tokens are left out: the shop has only their hashes, which
 * contain nothing about a person.
 * @param db a snapshot if all data shall be of one moment
 */
export async function exportUser(db: Db, id: string): Promise<AccountExport> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    account: { id, username: user.username, registeredAt: toIso(user.created_at) },
    wallet: { balance: toDollars(await readBalance(db, id)) },
    addresses: await listAddresses(db, id),
    cart: await readCart(db, id),
    orders: await readOrders(db, id),
    ledger: await readLedger(db, id),
    events: await readEvents(db, id),
    sessions: await readSessions(db, id),
    devices: await readDevices(db, id),
    logins: await readLogins(db, id),
    passkeys: await readPasskeys(db, id),
    recoveryCodes: await readRecoveryCodes(db, id),
    failedLogins: (await readFailures(db, user.username)).map((failure) => ({
      from: / (?:from|device|session) (.+)$/.exec(failure.subject)?.[1] ?? 'all networks',
      countUntil: toIso(failure.counts_until),
    })),
  };
}

/** Lets other requests run between two batches: a shopper may have any number of orders. */
async function readOrders(db: Db, userId: string): Promise<AccountExport['orders']> {
  const exported: AccountExport['orders'] = [];
  for (let after = ''; ; await nextTurn()) {
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return exported;
    after = last.id;
    for (const stored of await withDetails(db, rows)) {
      exported.push({
        ...toOrder(stored),
        idempotencyKey: stored.order.idempotency_key,
        history: stored.changes.map(toHistory),
      });
    }
  }
}

function toHistory(change: OrderChangeRow): AccountExport['orders'][number]['history'][number] {
  return {
    kind: change.kind,
    at: toIso(change.made_at),
    by: change.made_by,
    amount: toDollars(change.amount_cents),
    note: change.note,
    carrier: change.carrier,
    tracking: change.tracking,
    invoice: change.invoice,
  };
}

async function readLedger(db: Db, userId: string): Promise<AccountExport['ledger']> {
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
async function readEvents(db: Db, userId: string): Promise<AccountExport['events']> {
  const events = await db
    .selectFrom('events')
    .select('payload')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return events.map(({ payload }): unknown => JSON.parse(payload));
}

async function readSessions(db: Db, userId: string): Promise<AccountExport['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['expires_at', 'browser'])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at, browser }) => ({ expiresAt: toIso(expires_at), browser }));
}

async function readDevices(db: Db, userId: string): Promise<AccountExport['devices']> {
  const rows = await db
    .selectFrom('devices')
    .select('expires_at')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at }) => ({ expiresAt: toIso(expires_at) }));
}

async function readLogins(db: Db, userId: string): Promise<AccountExport['logins']> {
  const rows = await db
    .selectFrom('login_events')
    .select(['kind', 'browser', 'times', 'last_at'])
    .where('user_id', '=', userId)
    .orderBy('last_at')
    .execute();
  return rows.map(({ last_at, ...event }) => ({ ...event, lastAt: toIso(last_at) }));
}

async function readPasskeys(db: Db, userId: string): Promise<AccountExport['passkeys']> {
  const rows = await listPasskeys(db, userId);
  return rows.map(({ name, added_at, used_at }) => ({
    name,
    addedAt: toIso(added_at),
    usedAt: used_at === null ? null : toIso(used_at),
  }));
}

async function readRecoveryCodes(db: Db, userId: string): Promise<AccountExport['recoveryCodes']> {
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('used_at')
    .execute();
  return codes.map(({ created_at, used_at }) => ({
    createdAt: toIso(created_at),
    usedAt: used_at === null ? null : toIso(used_at),
  }));
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
