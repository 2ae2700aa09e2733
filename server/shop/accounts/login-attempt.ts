/** Reads from a request who sends it, as far as limits care. */
import type { IncomingHttpHeaders } from 'node:http';
import { isFromForeignPage } from '../../platform/http/foreign-page.ts';
import { networksOf } from '../../platform/http/network.ts';
import type { Services } from '../../platform/services.ts';
import { newDeviceSecret, readDeviceSecrets } from './device-cookie.ts';
import { findDevice } from './devices.ts';
import type { LoginAttempt, Sender } from './limits.ts';
import { hashAccount, hashDevice } from './rules.ts';

/** A request of Fastify's. */
export interface Incoming {
  ip: string;
  headers: IncomingHttpHeaders;
}

export function senderOf({ ip, headers }: Incoming): Sender {
  return { networks: networksOf(ip), isForeignPage: isFromForeignPage(headers) };
}

/** Whether a browser shows that it logged in before, to whatever account. */
export function hasDevice({ headers }: Incoming): boolean {
  return readDeviceSecrets(headers.cookie).length > 0;
}

export interface ReadAttempt {
  attempt: LoginAttempt;
  /** Hashes of the device for this account: the first is remembered if the login succeeds. */
  devices: readonly [string, ...string[]];
  /** For the cookie. */
  secrets: readonly string[];
}

/** A secret that the account doesn't know is never accepted as its own: a stranger may have planted it. */
export async function readAttempt(
  { db, now }: Pick<Services, 'db' | 'now'>,
  request: Incoming,
  username: string,
): Promise<ReadAttempt> {
  const account = hashAccount(username);
  const secrets = readDeviceSecrets(request.headers.cookie);
  const hashOf = (secret: string) => hashDevice(account, secret);
  const device = await findDevice(db, secrets.map(hashOf), now());
  const secret = secrets.find((known) => hashOf(known) === device) ?? newDeviceSecret();
  const others = secrets.filter((other) => other !== secret);
  return {
    attempt: { ...senderOf(request), account, device },
    devices: [hashOf(secret), ...others.map(hashOf)],
    secrets: [secret, ...others],
  };
}
