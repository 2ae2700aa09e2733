/** Loaded when a shopper logs in with a passkey. */
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import { paths } from '../../contract/paths.ts';
import { isCredentialOptions, isPasskeyLoginReply } from './answers/passkeys.ts';
import { load } from './client.ts';

/** @throws as `callApi`, and what the browser throws if the shopper cancels */
export async function logInWithPasskey() {
  const data = await load(paths.passkeyLoginChallenge, isCredentialOptions, { method: 'POST' });
  // The browser checks the options, which it gets as the server wrote them.
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON });
  const call = { method: 'POST', body: { credential } } as const;
  return load(paths.passkeyLogin, isPasskeyLoginReply, call);
}
