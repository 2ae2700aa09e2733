import { OperatorError } from '../../platform/operator-error.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { findUser, type User } from '../../shop/accounts/store.ts';

/** @param username in any case @throws OperatorError */
export async function findAccount(db: Db, username: string): Promise<User> {
  const user = await findUser(db, username);
  if (user === undefined) throw accountMissing(username);
  return user;
}

export function accountMissing(username: string): OperatorError {
  return new OperatorError(`There is no account ${JSON.stringify(username)}.`);
}
