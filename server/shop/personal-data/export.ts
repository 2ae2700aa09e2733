/** Exports all data that the shop has about a person. */
import { toDollars } from '../../../contract/money.ts';
import type { AccountExport } from '../../../contract/personal-data.ts';
import { toIso } from '../../platform/days.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readFailures } from '../accounts/attempts/throttle.ts';
import { listPasskeys } from '../accounts/passkeys/store.ts';
import { listAddresses } from '../addresses/store.ts';
import { readCart } from '../cart/store.ts';
import { readBalance } from '../wallet/store.ts';
import { readDocumentsOf, readEvents, readLedger, readOrders } from './export-orders.ts';

/** What grows with each order. */
type Lists = Pick<AccountExport, 'orders' | 'documents' | 'ledger' | 'events'>;

/**
 * Writes an `AccountExport` as JSON, in parts: a shopper may have any number of orders, which must not all be in memory
 * at once. Amounts are dollars, times are ISO 8601. Passwords and tokens are left out: the shop has only their hashes,
 * which contain nothing about a person.
 * @param db a snapshot if all data shall be of one moment
 */
export async function* writeExport(db: Db, id: string): AsyncGenerator<string> {
  yield JSON.stringify(await readAccount(db, id)).slice(0, -1);
  yield* writeList('orders', readOrders(db, id));
  yield* writeList('documents', readDocumentsOf(db, id));
  yield* writeList('ledger', readLedger(db, id));
  yield* writeList('events', readEvents(db, id));
  yield '}';
}

async function* writeList<Name extends keyof Lists>(
  name: Name,
  batches: AsyncIterable<Lists[Name]>,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let separator = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
  }
  yield ']';
}

async function readAccount(db: Db, id: string): Promise<Omit<AccountExport, keyof Lists>> {
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
