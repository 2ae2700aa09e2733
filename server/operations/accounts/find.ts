import { OperatorError } from '../../platform/operator-error.ts';
import { toVisibleJson } from '../../platform/quote.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
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

/** The account after it was locked. @throws Error if there is none: the database is damaged */
export async function readUser(tx: Tx, id: string): Promise<User> {
  const user = await findUserById(tx, id);
  if (user === undefined) throw new Error('A user is gone');
  return user;
}

/** @throws OperatorError if the account was erased: nobody can log in to it */
export async function findAccountInUse(tx: Tx, id: string): Promise<User> {
  const user = await readUser(tx, id);
  if (user.erasedAt !== null) {
    throw new OperatorError(`The account ${id} was erased; it can't be changed any more.`);
  }
  return user;
}

function accountMissing(account: string): OperatorError {
  return new OperatorError(`There is no account ${toVisibleJson(account)}.`);
}
