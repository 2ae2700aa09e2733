import type { Db } from '../../platform/storage/schema.ts';
import { findUser, type User } from '../../shop/accounts/store.ts';
import { AccountMissing } from './errors.ts';

/** @param username in any case @throws AccountMissing */
export async function findAccount(db: Db, username: string): Promise<User> {
  const user = await findUser(db, username);
  if (user === undefined) throw new AccountMissing(username);
  return user;
}
