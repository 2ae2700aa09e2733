import { toDollars } from '../../../contract/money.ts';
import type { Account } from '../../../contract/personal-data.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { summarizeRecoveryCodes } from '../accounts/recovery/store.ts';
import { readKept } from '../invoices/kept.ts';
import { readBalance } from '../wallet/store.ts';

export async function readAccount(db: Db, userId: string, now: number): Promise<Account> {
  const { username, created_at } = await db
    .selectFrom('users')
    .select(['username', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { count, madeAt } = await summarizeRecoveryCodes(db, userId);
  const documents = await readKept(db, userId, now);
  return {
    username,
    registeredAt: new Date(created_at).toISOString(),
    balance: toDollars(await readBalance(db, userId)),
    openOrders: await countOpenOrders(db, userId),
    recoveryCodes: count,
    ...(documents && { documents }),
    ...(madeAt !== null && { recoveryCodesMadeAt: new Date(madeAt).toISOString() }),
  };
}

/** The user's orders that still have to be shipped. */
export async function countOpenOrders(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'placed')
    .executeTakeFirstOrThrow();
  return count;
}
