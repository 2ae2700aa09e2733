import { hash } from 'node:crypto';
import { findCredentialProblem, usernameKey } from '../../contract/credentials.ts';
import { SESSION_DAYS } from '../../contract/limits.ts';
import { Refusal } from '../../contract/refusals.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long failed logins are counted; a throttled subject is free again after at most this. */
export const FAILURE_WINDOW_MS = 15 * 60 * 1000;
/** For one account from one address: enough for a forgetful person, too few for guessing. */
const ACCOUNT_FAILURES_MAX = 10;
/** For one account from all addresses that it isn't used from: few for many who guess together. */
const ACCOUNT_FAILURES_EVERYWHERE_MAX = 100;
/** For one address over all accounts: an office behind one address, not a list of passwords. */
const ADDRESS_FAILURES_MAX = 200;
/** How long an account is used from where somebody logged in to it. */
export const KNOWN_NETWORK_MS = SESSION_DAYS * DAY_MS;

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

interface Limit {
  subject: string;
  failuresMax: number;
  /** Doesn't hold for who comes from where the account is used from. */
  sparesKnownNetwork?: boolean;
}

/** What a failed login counts against. */
export interface Throttled {
  /** The account from this address, which is forgiven when somebody gets in; then what is shared with others. */
  limits: readonly [Limit, ...Limit[]];
  /** Where the account is used from, once somebody gets in. */
  network: string;
}

/**
 * Nobody can lock a shopper out for good: what others do elsewhere doesn't count for who comes from
 * where the account was used before. Usernames are hashed: what people type there may be a password.
 */
export function throttledSubjects(username: string, address: string): Throttled {
  const account = digestOf(usernameKey(username));
  const network = networkOf(address);
  return {
    limits: [
      { subject: `account ${account} from ${network}`, failuresMax: ACCOUNT_FAILURES_MAX },
      { subject: `address ${network}`, failuresMax: ADDRESS_FAILURES_MAX },
      {
        subject: `account ${account}`,
        failuresMax: ACCOUNT_FAILURES_EVERYWHERE_MAX,
        sparesKnownNetwork: true,
      },
    ],
    network: digestOf(`${account} ${network}`),
  };
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** One subscriber of IPv6 has 2^64 addresses: the first four of eight groups. */
const PREFIX_GROUPS = 4;
const GROUPS = 8;

/**
 * The network that limits count by: an IPv4 address, or the /64 of an IPv6 address.
 * @param address as a socket or a proxy writes it: some proxies add the port
 */
export function networkOf(address: string): string {
  const ipv4 = /^(?:\[?::ffff:)?(\d+\.\d+\.\d+\.\d+)\]?(?::\d+)?$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const host = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address;
  if (!host.includes(':')) return host;
  const [head = [], tail = []] = host
    .split('::', 2)
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, PREFIX_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
