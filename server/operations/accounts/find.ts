import { OperatorError } from '../../platform/operator-error.ts';
import { toVisibleJson } from '../../platform/quote.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { findUser, findUserById, type User } from '../../shop/accounts/store.ts';

/**
 * @param account a username in any case, or the id of an account
 * @throws OperatorError, also if it is the name of one account and the id of another: anybody can register any id as a name
 */
export async function findAccount(db: Db, account: string): Promise<User> {
  const named = await findUser(db, account);
  const identified = await findUserById(db, account);
  if (named && identified && named.id !== identified.id) {
    throw new OperatorError(
      `${toVisibleJson(account)} is the id of the account ${toVisibleJson(identified.username)}, and the name of ${named.id}: use that name, or that id.`,
    );
  }
  const found = named ?? identified;
  if (found === undefined) throw accountMissing(account);
  return found;
}

export function accountMissing(account: string): OperatorError {
  return new OperatorError(`There is no account ${toVisibleJson(account)}.`);
}
