/** What names and passwords must be. Names that exist already still log in. */
import {
  findCredentialProblem,
  normaliseUsername,
  usernameKey,
} from '../../../contract/credentials.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { hasInvisibleCharacter } from '../../../contract/text.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readIdentityVersion } from '../identity/store.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** A missing field counts as empty. @throws Refusal of the first check that fails (R3.1) */
export function checkCredentials(body: { username?: string; password?: string }): Credentials {
  const { username = '', password = '' } = body;
  const problem = findCredentialProblem(username, password);
  if (problem) throw new Refusal(problem.code);
  return { username, password };
}

/** The name of an account after its erasure. Nobody can register it. */
const PSEUDONYM = /^erased-[0-9a-f]{16}$/i;

/** @param random 16 hexadecimal digits */
export function pseudonymOf(random: string): string {
  return `erased-${random}`;
}

/**
 * Checks the credentials of a registration, after `checkCredentials`.
 * @throws Refusal USERNAME_INVISIBLE, USERNAME_TAKEN for the name of an erased account, PASSWORD_GUESSABLE
 */
export async function checkNewCredentials(db: Db, credentials: Credentials): Promise<void> {
  const username = normaliseUsername(credentials.username);
  if (hasInvisibleCharacter(username)) throw new Refusal('USERNAME_INVISIBLE');
  if (PSEUDONYM.test(username)) throw new Refusal('USERNAME_TAKEN');
  await checkNewPassword(db, credentials);
}

/**
 * Only a shop of one's own refuses a password that is easy to guess (R13.2): public clients
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
