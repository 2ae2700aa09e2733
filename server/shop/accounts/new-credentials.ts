/** What new names and passwords must be, beside the checks of spec 5. Names that exist already still log in. */
import { normaliseUsername, usernameKey } from '../../../contract/credentials.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { hasInvisibleCharacter } from '../../../contract/text.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readIdentityVersion } from '../identity/store.ts';
import type { Credentials } from './rules.ts';

/** The name of an account after its erasure. Nobody can register it. */
const PSEUDONYM = /^erased-[0-9a-f]{16}$/i;

/**
 * Checks the credentials of a registration, after the checks of spec 5.
 * @throws Refusal USERNAME_INVISIBLE, USERNAME_TAKEN for the name of an erased account, PASSWORD_GUESSABLE
 */
export async function checkNewCredentials(
  db: Db,
  { username, password }: Credentials,
): Promise<void> {
  if (hasInvisibleCharacter(normaliseUsername(username))) throw new Refusal('USERNAME_INVISIBLE');
  if (PSEUDONYM.test(normaliseUsername(username))) throw new Refusal('USERNAME_TAKEN');
  await checkNewPassword(db, { username, password });
}

/**
 * Only a shop of one's own refuses a password that is easy to guess: the specification refuses none, and public clients
 * register with `password`.
 * @throws Refusal PASSWORD_GUESSABLE for the username itself, and for common passwords
 */
export async function checkNewPassword(db: Db, { username, password }: Credentials): Promise<void> {
  if ((await readIdentityVersion(db)) === '') return;
  const { isCommonPassword } = await import('./common-passwords.ts');
  if (usernameKey(password) === usernameKey(username) || isCommonPassword(password)) {
    throw new Refusal('PASSWORD_GUESSABLE');
  }
}

/** @param random 16 hexadecimal digits */
export function pseudonymOf(random: string): string {
  return `erased-${random}`;
}
