import { findUser, type User } from '../auth/store.ts';
import type { Db } from '../storage/schema.ts';
import { AccountMissing } from './errors.ts';

/** @param username in any case @throws AccountMissing */
export async function findAccount(db: Db, username: string): Promise<User> {
  const user = await findUser(db, username);
  if (user === undefined) throw new AccountMissing(username);
  return user;
}
