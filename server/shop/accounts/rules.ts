import { hash } from 'node:crypto';
import { findCredentialProblem, usernameKey } from '../../../contract/credentials.ts';
import { SESSION_DAYS } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { networkOf } from '../../platform/http/network.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Failed logins are counted per window. A throttled subject is free again when its window ends. */
export const FAILURE_WINDOW_MS = 15 * 60 * 1000;
/** Of one account from one network: enough for a forgetful person, too few for guessing. */
const ACCOUNT_FAILURES_MAX = 10;
/** Of one account from all unknown networks together: against distributed guessing. */
const ACCOUNT_FAILURES_EVERYWHERE_MAX = 100;
/** From one network over all accounts: enough for an office, too few for password spraying. */
const ADDRESS_FAILURES_MAX = 200;
/** A network is known to an account for this long after a login from it. */
export const KNOWN_NETWORK_MS = SESSION_DAYS * DAY_MS;

export interface Credentials {
  username: string;
  password: string;
}

/** A missing field counts as empty. @throws Refusal of the first check that fails (spec 5.1 to 5.4) */
export function checkCredentials(body: { username?: string; password?: string }): Credentials {
  const { username = '', password = '' } = body;
  const problem = findCredentialProblem(username, password);
  if (problem) throw new Refusal(problem.code);
  return { username, password };
}

/** When a session that begins now expires. Milliseconds since 1970 UTC, both. */
export function sessionEnd(now: number): number {
  return now + SESSION_DAYS * DAY_MS;
}

interface Limit {
  subject: string;
  failuresMax: number;
  /** Doesn't apply to logins from a network that the account knows. */
  sparesKnownNetwork?: boolean;
}

/** The limits that a failed login counts against. */
export interface Throttled {
  /** First the account from this network, which a successful login resets; then those shared with others. */
  limits: readonly [Limit, ...Limit[]];
  /** Hash of account and network, known after a successful login. */
  network: string;
}

/**
 * Attackers can't lock a shopper out: failures from other networks don't count for a network that the account knows.
 * Usernames are hashed, because people sometimes type their password there.
 */
export function throttledSubjects(username: string, address: string): Throttled {
  const account = accountSubject(username);
  const network = networkOf(address);
  return {
    limits: [
      { subject: `${account} from ${network}`, failuresMax: ACCOUNT_FAILURES_MAX },
      { subject: `address ${network}`, failuresMax: ADDRESS_FAILURES_MAX },
      {
        subject: account,
        failuresMax: ACCOUNT_FAILURES_EVERYWHERE_MAX,
        sparesKnownNetwork: true,
      },
    ],
    network: digestOf(`${digestOf(usernameKey(username))} ${network}`),
  };
}

/** All of the account's subjects begin with this. */
export function accountSubject(username: string): string {
  return `account ${digestOf(usernameKey(username))}`;
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
