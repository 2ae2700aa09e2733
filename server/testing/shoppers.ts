/** The state of a shopper after register and login, for tests, benches and simulations. */
import { randomBytes } from 'node:crypto';
import { OPENING_BALANCE_CENTS } from '../../contract/limits.ts';
import type { Services } from '../platform/services.ts';
import type { Tx } from '../platform/storage/schema.ts';
import { addUser } from '../shop/accounts/store.ts';
import { hashToken } from '../shop/session/authentication.ts';
import { addSession, sessionEnd } from '../shop/session/sessions.ts';
import { openWallet } from '../shop/wallet/store.ts';

export interface TestShopper {
  userId: string;
  username: string;
  token: string;
}

interface NewShopper {
  username: string;
  /** A random one by default. */
  token?: string;
  /** Without it no password logs in, because a real hash takes long. */
  passwordHash?: string;
  /** The initial balance, $5000 by default. */
  grantCents?: number;
}

export async function insertShopper(
  tx: Tx,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  { username, passwordHash = '', ...shopper }: NewShopper,
): Promise<TestShopper> {
  const { token = randomBytes(32).toString('base64url') } = shopper;
  const { grantCents = OPENING_BALANCE_CENTS } = shopper;
  const userId = newId();
  await addUser(tx, { id: userId, username, passwordHash }, now());
  await openWallet(tx, { userId, grantCents, transactionId: newId(), now: now() });
  const session = {
    tokenHash: hashToken(token),
    userId,
    expiresAt: sessionEnd(now()),
    browser: '',
  };
  await addSession(tx, session, now());
  return { userId, username, token };
}
