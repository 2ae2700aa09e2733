/**
 * The cookie by which a browser shows that it logged in before. It holds a random secret for each account that logged in
 * with this browser, the last one first. It says nothing else, and opens nothing: a login needs the password.
 */
import { randomBytes } from 'node:crypto';
import { DEVICE_DAYS } from '../../../contract/limits.ts';
import { paths } from '../../../contract/paths.ts';

const SECRET_BYTES = 32;
const DAY_SECONDS = 24 * 60 * 60;
/** Accounts of one browser that are remembered. */
const SECRETS_MAX = 5;

export function newDeviceSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** @param header the request's header Cookie @returns at most as many as the cookie has */
export function readDeviceSecrets(header = ''): string[] {
  const [, value = ''] = /(?:^|; *)device=([\w.-]+)/.exec(header) ?? [];
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
