/** What every successful login does, whether by password or by passkey. */
import { randomBytes } from 'node:crypto';
import { toDollars } from '../../../contract/money.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import { hashToken } from '../session/authentication.ts';
import { addSession, endSessionsOf, sessionEnd } from '../session/sessions.ts';
import { readBalance } from '../wallet/store.ts';
import { nameBrowser } from './attempts/browser-name.ts';
import { type Incoming, type ReadAttempt, rememberDevice } from './attempts/devices.ts';
import { recordLoginEvent } from './attempts/login-events.ts';
import type { User } from './store.ts';

const TOKEN_BYTES = 32;

/** Lock the user first. @returns the fields of the reply */
export async function beginSession(
  tx: Tx,
  { id: userId, username }: User,
  { request, attempt, devices }: Omit<ReadAttempt, 'secrets'> & { request: Incoming },
  now: number,
) {
  const browser = nameBrowser(request.headers['user-agent']);
  if (attempt.device === undefined) {
    await recordLoginEvent(tx, { userId, kind: 'new-device', browser }, now);
  }
  const [device] = devices;
  // Browsers ignore cookies that a page of another origin gets.
  if (!attempt.isForeignPage) await rememberDevice(tx, { userId, device }, now);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await endSessionsOf(tx, userId, devices);
  await addSession(
    tx,
    { tokenHash: hashToken(token), userId, expiresAt: sessionEnd(now), browser, device },
    now,
  );
  return { token, username, balance: toDollars(await readBalance(tx, userId)) };
}
