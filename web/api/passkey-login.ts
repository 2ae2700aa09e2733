/** Loaded when a shopper logs in with a passkey. */
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import { isCredentialOptions, isPasskeyLoginReply } from './answers/passkeys.ts';
import { load } from './client.ts';

/** @throws as `callApi`, and what the browser throws if the shopper cancels */
export async function logInWithPasskey() {
  const data = await load('startPasskeyLogin', isCredentialOptions, {});
  // The browser checks the options, which it gets as the server wrote them.
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON });
  return load('logInWithPasskey', isPasskeyLoginReply, { body: { credential } });
}
