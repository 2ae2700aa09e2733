/** Codes of an authenticator app. https://www.rfc-editor.org/rfc/rfc6238 */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { NewSecondFactor } from '../../../contract/desk.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import type { Limit } from '../../shop/accounts/attempts/limits.ts';
import { countAttempt, forgive } from '../../shop/accounts/attempts/throttle.ts';
import { completeSession, type DeskSession } from './sessions.ts';

const SECRET_BYTES = 20;
const BASE32 = /^[A-Z2-7]{32}$/;
/** Clocks may differ by one step of 30 seconds. */
const WINDOW = 1;
/** Six digits are guessed in a million attempts; whoever guesses has the password. */
const GUESSES = { burst: 5, intervalMs: 5 * 60_000 };

/** @param shop its name, which the app shows @param known a secret that the app may have already */
export function createSecondFactor(shop: string, operator: string, known = ''): NewSecondFactor {
  const secret = BASE32.test(known) ? Secret.fromBase32(known) : new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ issuer: shop, label: operator, secret }).toString();
  return { secret: secret.base32, uri, qr: renderSVG(uri, { border: 2 }) };
}

/** @returns null if the operator has no second factor */
export async function readSecret(db: Db, operator: string): Promise<string | null> {
  const { totp_secret: secret } = await db
    .selectFrom('operators')
    .select('totp_secret')
    .where('name', '=', operator)
    .executeTakeFirstOrThrow();
  return secret;
}

/** Sets up a second factor for an operator who has none, and completes the session. @throws OperatorError, Refusal */
export async function setUpSecondFactor(
  services: OperatorServices,
  session: DeskSession,
  { secret, code }: { secret: string; code: string },
): Promise<void> {
  if (!BASE32.test(secret)) throw new OperatorError('Load the page again, and scan the new code.');
  await acceptCode(services, session, secret, code, async (tx, step) => {
    const set = await tx
      .updateTable('operators')
      .set({ totp_secret: secret, totp_step: step })
      .where('name', '=', session.operator)
      .where('totp_secret', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (set === undefined) throw new OperatorError('A second factor is set up already.');
    const after = { hasSecondFactor: true };
    const entry = { action: 'operator changed', subject: session.operator, after } as const;
    await logChange(tx, services, entry, services.now());
  });
}

/** Completes the session. @throws OperatorError, Refusal */
export async function giveCode(
  services: OperatorServices,
  session: DeskSession,
  code: string,
): Promise<void> {
  const secret = await readSecret(services.db, session.operator);
  if (secret === null) throw new OperatorError('No second factor is set up.');
  await acceptCode(services, session, secret, code, async (tx, step) => {
    const used = await tx
      .updateTable('operators')
      .set({ totp_step: step })
      .where('name', '=', session.operator)
      .where('totp_step', '<', step)
      .returning('name')
      .executeTakeFirst();
    if (used === undefined) throw new OperatorError('This code was used: wait for the next one.');
  });
}

async function acceptCode(
  { db, now }: OperatorServices,
  session: DeskSession,
  secret: string,
  code: string,
  use: (tx: Tx, step: number) => Promise<void>,
): Promise<void> {
  const subject = `operator code of ${session.operator}`;
  const limits: Limit[] = [
    { subject, ...GUESSES, refusal: 'FAILED_LOGINS_TOO_MANY', isCounted: true },
  ];
  // Counted before it is checked: parallel guesses get no more answers than sequential ones.
  await countAttempt(db, limits, now());
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = now();
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: WINDOW });
  if (delta === null) {
    throw new OperatorError("This code is wrong or too old. Check the clock of the app's device.");
  }
  await transact(db, async (tx) => {
    await use(tx, totp.counter({ timestamp }) + delta);
    await forgive(tx, limits);
    await completeSession(tx, session.tokenHash);
  });
}
