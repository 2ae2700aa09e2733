import { hash } from 'node:crypto';
import { findCredentialProblem, usernameKey } from '../../../contract/credentials.ts';
import { DEVICE_DAYS } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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

/** Until when a device is known that logs in now. Milliseconds since 1970 UTC, both. */
export function deviceEnd(now: number): number {
  return now + DEVICE_DAYS * DAY_MS;
}

/** Identifies an account in what is counted. A hash, because people sometimes type their password as the username. */
export function hashAccount(username: string): string {
  return digestOf(usernameKey(username));
}

/** What the database holds instead of the secret of a device. The same device is another one for each account. */
export function hashDevice(account: string, secret: string): string {
  return digestOf(`${account} ${secret}`);
}

/** What the database holds instead of a recovery code. */
export function hashRecoveryCode(account: string, code: string): string {
  return digestOf(`${account} recovery ${code}`);
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
