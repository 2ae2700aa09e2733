/** Reads from a request who sends it, as far as limits care. */
import type { IncomingHttpHeaders } from 'node:http';
import { isFromForeignPage } from '../../platform/http/foreign-page.ts';
import { networksOf } from '../../platform/http/network.ts';
import type { Services } from '../../platform/services.ts';
import { newDeviceSecret, readDeviceSecrets } from './device-cookie.ts';
import { findDevice } from './devices.ts';
import { type LoginAttempt, type Sender, sharerOf } from './limits.ts';
import { hashAccount, hashDevice } from './rules.ts';

/** A request of Fastify's. */
export interface Incoming {
  ip: string;
  headers: IncomingHttpHeaders;
}

export function senderOf({ ip, headers }: Incoming): Sender {
  return { networks: networksOf(ip), isForeignPage: isFromForeignPage(headers) };
}

/** Where a login waits for the database. Logins that show a device wait apart from all others. */
export function readingPlace(request: Incoming) {
  const hasDevice = readDeviceSecrets(request.headers.cookie).length > 0;
  const lane = hasDevice ? 'withDevice' : 'logins';
  return { lane, sharer: sharerOf(senderOf(request)) } as const;
}

export interface ReadAttempt {
  attempt: LoginAttempt;
  /** Hash of the device for this account, which is remembered if the login succeeds. */
  device: string;
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
  const hashes = secrets.map((secret) => hashDevice(account, secret));
  const device = await findDevice(db, hashes, now());
  const known = secrets.find((secret) => hashDevice(account, secret) === device);
  const secret = known ?? newDeviceSecret();
  return {
    attempt: { ...senderOf(request), account, device },
    device: hashDevice(account, secret),
    secrets: [secret, ...secrets.filter((other) => other !== secret)],
  };
}
