import { createHash } from 'node:crypto';
import { findCredentialProblem, usernameKey } from '../../contract/credentials.ts';
import { SESSION_DAYS } from '../../contract/limits.ts';
import { Refusal } from '../../contract/refusals.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long failed logins are counted; a throttled subject is free again after at most this. */
export const FAILURE_WINDOW_MS = 15 * 60 * 1000;
/** For one account from one address: enough for a forgetful person, too few for guessing. */
const ACCOUNT_FAILURES_MAX = 10;
/** For one address over all accounts: an office behind one address, not a list of passwords. */
const ADDRESS_FAILURES_MAX = 200;

export interface Credentials {
  username: string;
  password: string;
}

/** A missing field is an empty one; the first check that fails is the answer (spec 5.1 to 5.4). */
export function checkCredentials(body: { username?: string; password?: string }): Credentials {
  const { username = '', password = '' } = body;
  const problem = findCredentialProblem(username, password);
  if (problem) throw new Refusal(problem.code);
  return { username, password };
}

/** Milliseconds since 1970 UTC at which a session that begins now is over. */
export function sessionEnd(now: number): number {
  return now + SESSION_DAYS * DAY_MS;
}

interface ThrottledSubject {
  subject: string;
  failuresMax: number;
}

export interface ThrottledSubjects {
  account: ThrottledSubject;
  address: ThrottledSubject;
}

/**
 * What a failed login counts against. Always with the address it came from, so that nobody can lock
 * a shopper out from elsewhere. Usernames are hashed: what people type there may be a password.
 */
export function throttledSubjects(username: string, address: string): ThrottledSubjects {
  const account = createHash('sha256').update(usernameKey(username)).digest('base64url');
  return {
    account: { subject: `account ${account} from ${address}`, failuresMax: ACCOUNT_FAILURES_MAX },
    address: { subject: `address ${address}`, failuresMax: ADDRESS_FAILURES_MAX },
  };
}
