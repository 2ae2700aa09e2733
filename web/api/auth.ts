import { mutationOptions } from '@tanstack/react-query';
import * as messages from '../../contract/page-messages.ts';
import { isLoginReply } from './answers/login.ts';
import { callApi, load } from './client.ts';
import { type FailureMeta, serverMessageOr } from './failures.ts';
import { explainCeremony } from './passkey-failures.ts';

export interface Credentials {
  username: string;
  password: string;
}

const meta: FailureMeta = {
  explain: serverMessageOr(messages.backendUnreachable),
  toneWithoutAnswer: 'default',
};

export const registerMutation = mutationOptions({
  mutationFn: (credentials: Credentials) => callApi('register', { body: credentials }),
  meta,
});

/** The reply of another backend may contain nothing but the token. */
export const loginMutation = mutationOptions({
  mutationFn: (credentials: Credentials) => load('logIn', isLoginReply, { body: credentials }),
  meta,
});

/** Loads what talks to the passkey on the first click. */
export const passkeyLoginMutation = mutationOptions({
  mutationFn: async () => (await import('./passkey-login.ts')).logInWithPasskey(),
  meta: { explain: explainCeremony(messages.backendUnreachable), isOwnCall: true },
});
