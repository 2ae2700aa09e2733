/**
 * Who sends a login, as far as limits care. A browser that logged in to an account shows so by a cookie, and the failures
 * of others don't keep it out. The cookie holds a random secret for each account that logged in with this browser, the
 * last one first. It says nothing else, and opens nothing: a login needs the password.
 */
import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEVICE_DAYS, DEVICES_MAX } from '../../../../contract/limits.ts';
import { paths } from '../../../../contract/paths.ts';
import { isFromForeignPage, networksOf } from '../../../platform/http/network.ts';
import type { Services } from '../../../platform/services.ts';
import type { Tx } from '../../../platform/storage/schema.ts';
import { hashAccount } from '../store.ts';

const DAY_SECONDS = 24 * 60 * 60;
const SECRET_BYTES = 32;
/** Accounts of one browser that are remembered. */
const SECRETS_MAX = 5;

/** A request of Fastify's. */
export interface Incoming {
  ip: string;
  headers: IncomingHttpHeaders;
}

/** Who sends a registration or a login. */
export interface Sender {
  /** From narrow to wide. */
  networks: readonly string[];
  /** A page of another origin: any page can make its visitors send requests. */
  isForeignPage: boolean;
}

export interface LoginAttempt extends Sender {
  /** Hash of the username. */
  account: string;
  /** Hash of the device that sends it, if the account knows it. */
  device: string | undefined;
}

export interface ReadAttempt {
  attempt: LoginAttempt;
  /** Hashes of the device for this account: the first is remembered if the login succeeds. */
  devices: readonly [string, ...string[]];
  /** For the cookie. */
  secrets: readonly string[];
}

export function senderOf({ ip, headers }: Incoming): Sender {
  return { networks: networksOf(ip), isForeignPage: isFromForeignPage(headers) };
}

/** @returns the secrets of the cookie, at most as many as it has: some if the browser logged in before, to any account */
export function deviceSecrets({ headers }: Pick<Incoming, 'headers'>): string[] {
  const [, value = ''] = /(?:^|; *)device=([\w.-]+)/.exec(headers.cookie ?? '') ?? [];
  return value.split('.').filter(Boolean).slice(0, SECRETS_MAX);
}

/** The header Set-Cookie. Scripts can't read the cookie, and no page of another site can send it. */
export function deviceCookie(secrets: readonly string[], isSecure: boolean): string {
  const attributes = [
    `device=${secrets.slice(0, SECRETS_MAX).join('.')}`,
    `Path=${paths.login}`,
    `Max-Age=${DEVICE_DAYS * DAY_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  if (isSecure) attributes.push('Secure');
  return attributes.join('; ');
}

/** What the database holds instead of the secret of a device. Each account has a different hash of the same device. */
export function hashDevice(account: string, secret: string): string {
  return hash('sha256', `${account} ${secret}`, 'base64url');
}

/** A secret that the account doesn't know is never accepted as its own: a stranger may have planted it. */
export async function readAttempt(
  { db, now }: Pick<Services, 'db' | 'now'>,
  request: Incoming,
  username: string,
): Promise<ReadAttempt> {
  const account = hashAccount(username);
  const secrets = deviceSecrets(request);
  const hashOf = (secret: string) => hashDevice(account, secret);
  const known =
    secrets.length > 0
      ? await db
          .selectFrom('devices')
          .select('device_hash')
          .where('device_hash', 'in', secrets.map(hashOf))
          .where('expires_at', '>', now())
          .executeTakeFirst()
      : undefined;
  const device = known?.device_hash;
  const secret =
    secrets.find((own) => hashOf(own) === device) ??
    randomBytes(SECRET_BYTES).toString('base64url');
  const others = secrets.filter((other) => other !== secret);
  return {
    attempt: { ...senderOf(request), account, device },
    devices: [hashOf(secret), ...others.map(hashOf)],
    secrets: [secret, ...others],
  };
}

/** Remembers the device from now on; an account forgets its oldest above the limit. Lock the user first. */
export async function rememberDevice(
  tx: Tx,
  { userId, device }: { userId: string; device: string },
  now: number,
): Promise<void> {
  await tx.deleteFrom('devices').where('expires_at', '<=', now).execute();
  const expires_at = now + DEVICE_DAYS * DAY_SECONDS * 1000;
  await tx
    .insertInto('devices')
    .values({ device_hash: device, user_id: userId, expires_at })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ expires_at }))
    .execute();
  await tx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (eb) =>
      eb
        .selectFrom('devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .orderBy('device_hash')
        .limit(DEVICES_MAX),
    )
    .execute();
}
