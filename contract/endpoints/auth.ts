import { CredentialsBody, LoginReply, RegisterReply } from '../auth.ts';
import { CredentialOptions, PasskeyLoginBody } from '../passkeys.ts';
import { RecoveryBody } from '../recovery.ts';
import type { Endpoint } from './endpoint.ts';

const tag = 'auth';
const credentialRefusals = [
  'USERNAME_REQUIRED',
  'USERNAME_TOO_SHORT',
  'PASSWORD_REQUIRED',
  'PASSWORD_TOO_SHORT',
  'USERNAME_TOO_LONG',
  'PASSWORD_TOO_LONG',
] as const;

export const authEndpoints = {
  register: {
    tag,
    summary: 'Open an account',
    body: CredentialsBody,
    status: 201,
    reply: RegisterReply,
    refusals: [
      ...credentialRefusals,
      'USERNAME_INVISIBLE',
      'USERNAME_TAKEN',
      'PASSWORD_GUESSABLE',
      'TOO_MANY_REQUESTS',
    ],
  },
  logIn: {
    tag,
    summary: 'Log in',
    description:
      'Sets the cookie `device`, which is optional: a browser that sends it with its next logins to the account is ' +
      'not concerned by the failed logins of others.',
    body: CredentialsBody,
    status: 201,
    reply: LoginReply,
    refusals: [
      ...credentialRefusals,
      'CREDENTIALS_WRONG',
      'FAILED_LOGINS_TOO_MANY',
      'TOO_MANY_REQUESTS',
    ],
  },
  startPasskeyLogin: {
    tag,
    summary: 'Options for `navigator.credentials.get`, valid for five minutes',
    status: 201,
    reply: CredentialOptions,
    refusals: ['TOO_MANY_REQUESTS'],
  },
  logInWithPasskey: {
    tag,
    summary: 'Log in with a passkey',
    description:
      'Answers as the login with a password does. Every refusal of a passkey is the same.',
    body: PasskeyLoginBody,
    status: 201,
    reply: LoginReply,
    refusals: ['PASSKEY_REFUSED', 'TOO_MANY_REQUESTS'],
  },
  recoverAccount: {
    tag,
    summary: 'Set a new password with a recovery code',
    description:
      'The code is used up. Ends all sessions, forgets all devices, and removes all passkeys.',
    body: RecoveryBody,
    status: 204,
    refusals: [
      ...credentialRefusals,
      'RECOVERY_CODE_REQUIRED',
      'RECOVERY_CODE_WRONG',
      'PASSWORD_GUESSABLE',
      'TOO_MANY_REQUESTS',
    ],
  },
  logOut: { tag, summary: 'Log out: the token is dead', needsToken: true, status: 204 },
} as const satisfies Record<string, Endpoint>;
