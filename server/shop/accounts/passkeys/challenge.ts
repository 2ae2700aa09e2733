/**
 * The challenges that passkeys sign. They are signed by the shop and not stored, so strangers can't fill the database
 * with them. A challenge is valid for five minutes on all servers; those that were used are remembered for as long.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../../contract/refusals.ts';
import type { Db, Tx } from '../../../platform/storage/schema.ts';

export const CHALLENGE_MS = 5 * 60 * 1000;
const NONCE_BYTES = 16;
/** Milliseconds since 1970 UTC. */
const TIME_BYTES = 6;
const BODY_BYTES = NONCE_BYTES + TIME_BYTES;

/** What a challenge is for: a login, or adding a passkey in one session. */
export type Purpose = 'log in' | `add in ${string}`;

export async function readChallengeSecret(db: Db): Promise<string> {
  const { secret } = await db
    .selectFrom('passkey_secret')
    .select('secret')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return secret;
}

export function newChallenge(
  secret: string,
  purpose: Purpose,
  now: number,
): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(BODY_BYTES);
  randomBytes(NONCE_BYTES).copy(body);
  body.writeUIntBE(now + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES);
  return new Uint8Array([...body, ...sign(secret, purpose, body)]);
}

/** @param challenge base64url, as a browser sends it @returns whether the shop gave it out for this, lately */
export function isOwnChallenge(
  challenge: string,
  secret: string,
  purpose: Purpose,
  now: number,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  // Another spelling of the same bytes would be used once more.
  if (bytes.toString('base64url') !== challenge) return false;
  const body = bytes.subarray(0, BODY_BYTES);
  const expected = sign(secret, purpose, body);
  const actual = bytes.subarray(BODY_BYTES);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return expiryOf(body) > now;
}

/** @throws Refusal PASSKEY_REFUSED if the challenge was used before */
export async function useChallenge(tx: Tx, challenge: string, now: number): Promise<void> {
  await tx.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
  const used = await tx
    .insertInto('used_challenges')
    .values({ challenge, expires_at: expiryOf(Buffer.from(challenge, 'base64url')) })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('challenge')
    .executeTakeFirst();
  if (used === undefined) throw new Refusal('PASSKEY_REFUSED');
}

function expiryOf(bytes: Buffer): number {
  return bytes.readUIntBE(NONCE_BYTES, TIME_BYTES);
}

function sign(secret: string, purpose: Purpose, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(purpose).update('\0').update(body).digest();
}
