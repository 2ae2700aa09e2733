/** The checks of register, login (R3.1) and recovery, shared by the browser and the server. */
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts';
import * as messages from './messages.ts';
import type { RefusalCode } from './refusals.ts';
import { countCharacters } from './text.ts';

/**
 * In UTF-16 units. A longer text is no username, because NFC composes one character from at most four, each of at most
 * two units. Normalising a text of accents takes time that grows with the square of its length.
 */
const NORMALISED_MAX_LENGTH = USERNAME_MAX_LENGTH * 4 * 2;

/** The form in which a username is stored and shown: trimmed, NFC. */
export function normaliseUsername(username: string): string {
  return normalise(username.trim()).trim();
}

/**
 * The key of a username. Two usernames are the same if their keys are equal, so that they differ at most in case.
 * The key is lower-cased and then upper-cased, because only then σ and ς, or ß, ẞ and SS, become equal.
 */
export function usernameKey(username: string): string {
  return normalise(normaliseUsername(username).toLowerCase().toUpperCase());
}

function normalise(text: string): string {
  return text.length > NORMALISED_MAX_LENGTH ? text : text.normalize('NFC');
}

export interface CredentialProblem {
  field: 'username' | 'password';
  code: Extract<RefusalCode, `USERNAME_${string}` | `PASSWORD_${string}`>;
  /** The message of the refusal with this code. It is copied here so that the browser needs no table of all refusals. */
  message: string;
}

/** Finds the first problem in the order of R3.1. */
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

interface RecoveryProblem {
  field: 'username' | 'code' | 'password';
  code: RefusalCode;
  message: string;
}

/** Finds the first problem: of the username, then of the code, then of the new password (R3.1). */
export function findRecoveryProblem(
  username: string,
  code: string,
  password: string,
): RecoveryProblem | undefined {
  const problem = findCredentialProblem(username, password);
  if (problem?.field !== 'username' && code.trim() === '') {
    return {
      field: 'code',
      code: 'RECOVERY_CODE_REQUIRED',
      message: messages.recoveryCodeRequired,
    };
  }
  return problem;
}
