/** The checks of register and login (spec 5), the same ones in the browser and on the server. */
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts';
import * as messages from './messages.ts';
import type { RefusalCode } from './refusals.ts';
import { countCharacters } from './text.ts';

/** A username as it is kept and shown: trimmed, NFC. */
export function normaliseUsername(username: string): string {
  return username.normalize('NFC').trim();
}

/**
 * What is compared to tell whether a username is taken: the same without regard to case. Down, then
 * up: letters with several small forms (σ and ς) or with two capitals (ß: ẞ, SS) meet only there.
 */
export function usernameKey(username: string): string {
  return normaliseUsername(username).toLowerCase().toUpperCase().normalize('NFC');
}

export interface CredentialProblem {
  field: 'username' | 'password';
  code: Extract<RefusalCode, `USERNAME_${string}` | `PASSWORD_${string}`>;
  /** What the refusal of this code says, too: a browser needn't know the others. */
  message: string;
}

/** The first thing wrong, in the specification's order (spec 5.1 to 5.4), or nothing. */
export function findCredentialProblem(
  username: string,
  password: string,
): CredentialProblem | undefined {
  const name = countCharacters(normaliseUsername(username));
  if (name === 0)
    return { field: 'username', code: 'USERNAME_REQUIRED', message: messages.usernameRequired };
  if (name < USERNAME_MIN_LENGTH)
    return { field: 'username', code: 'USERNAME_TOO_SHORT', message: messages.usernameTooShort };
  const secret = countCharacters(password);
  if (secret === 0)
    return { field: 'password', code: 'PASSWORD_REQUIRED', message: messages.passwordRequired };
  if (secret < PASSWORD_MIN_LENGTH)
    return { field: 'password', code: 'PASSWORD_TOO_SHORT', message: messages.passwordTooShort };
  if (name > USERNAME_MAX_LENGTH)
    return { field: 'username', code: 'USERNAME_TOO_LONG', message: messages.usernameTooLong };
  if (secret > PASSWORD_MAX_LENGTH)
    return { field: 'password', code: 'PASSWORD_TOO_LONG', message: messages.passwordTooLong };
  return undefined;
}
