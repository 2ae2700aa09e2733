/** Reads accounts for operators. */
import { sql } from 'kysely';
import { usernameKey } from '../../../contract/credentials.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { summarizeRecoveryCodes } from '../../shop/accounts/recovery/store.ts';
import { findAccount } from './find.ts';

/** Accounts per query. */
const PAGE_SIZE = 1_000;
const RECENT_ORDERS = 10;

/** Times are milliseconds since 1970 UTC. */
export interface AccountSummary {
  id: string;
  username: string;
  since: number;
  balanceCents: number;
  orders: number;
  lastOrderAt: number | null;
}

export interface Account extends AccountSummary {
  /** The addresses, oldest first. */
  addresses: string[];
  /** The expiry of each session, latest first. */
  sessionEnds: number[];
  /** How many are not used. */
  recoveryCodes: number;
  /** The last ten orders, newest first. */
  recentOrders: { id: string; number: string; placedAt: number; totalCents: number }[];
}

export interface AccountFilter {
  /** How the name begins, in any case. */
  beginning?: string | undefined;
  /** The name of the account after which to go on. */
  after?: string | undefined;
  /** Accounts per query. */
  pageSize?: number;
}

/**
 * Reads accounts in the order of their names, page by page. Accounts that change meanwhile may have their old or their
 * new values.
 */
export async function* listAccounts(
  db: Db,
  { beginning = '', after: name, pageSize = PAGE_SIZE }: AccountFilter = {},
): AsyncGenerator<AccountSummary[]> {
  const start = usernameKey(beginning);
  const pattern = `${start.replaceAll(/[\\%_]/g, '\\$&')}%`;
  let after = name && usernameKey(name);
  for (;;) {
    let query = selectSummaries(db).orderBy('username_key').limit(pageSize);
    if (start !== '') {
      // With a locale of its own, PostgreSQL does not keep all keys with one beginning together: no upper bound.
      query = query
        .where('username_key', '>=', start)
        .where(sql<boolean>`username_key like ${pattern} escape '\\'`);
    }
    if (after !== undefined) query = query.where('username_key', '>', after);
    const page = await query.execute();
    after = page.at(-1)?.key;
    if (after === undefined) return;
    yield page;
  }
}

/** @param account name or id @throws OperatorError */
export async function readAccount(db: Db, account: string, now: number): Promise<Account> {
  const { id } = await findAccount(db, account);
  const summary = await selectSummaries(db).where('users.id', '=', id).executeTakeFirstOrThrow();
  const addresses = await db
    .selectFrom('addresses')
    .select('address')
    .where('user_id', '=', summary.id)
    .orderBy('place')
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('user_id', '=', summary.id)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .execute();
  const recentOrders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'placed_at as placedAt', 'total_cents as totalCents'])
    .where('user_id', '=', summary.id)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_ORDERS)
    .execute();
  return {
    ...summary,
    addresses: addresses.map(({ address }) => address),
    sessionEnds: sessions.map(({ expires_at }) => expires_at),
    recoveryCodes: (await summarizeRecoveryCodes(db, summary.id)).count,
    recentOrders,
  };
}

function selectSummaries(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('wallets', 'wallets.user_id', 'users.id')
    .select([
      'users.id',
      'users.username_key as key',
      'users.username',
      'users.created_at as since',
      'wallets.balance_cents as balanceCents',
    ])
    .select((eb) => {
      const orders = eb.selectFrom('orders').whereRef('orders.user_id', '=', 'users.id');
      return [
        // An aggregate query always returns a row.
        orders
          .select((o) => o.fn.countAll<number>().as('n'))
          .$asScalar()
          .$notNull()
          .as('orders'),
        orders.select((o) => o.fn.max('orders.placed_at').as('at')).as('lastOrderAt'),
      ];
    });
}
