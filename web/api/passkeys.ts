import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import type { Passkey } from '../../contract/passkeys.ts';
import { loginsQuery } from './account.ts';
import { isCredentialOptions, isPasskeyList } from './answers/passkeys.ts';
import { load } from './client.ts';
import { dataOrNull, serverMessageOr } from './failures.ts';
import { ofShopper, replaceData, type WithToken } from './of-shopper.ts';
import { explainCeremony } from './passkey-failures.ts';

/** The shopper's passkeys, oldest first; null if the backend has none. */
export function passkeysQuery(token: string | null) {
  return queryOptions({
    queryKey: ['passkeys', token],
    queryFn: ofShopper(token, (call) => dataOrNull(load('listPasskeys', isPasskeyList, call))),
    meta: { explain: serverMessageOr(messages.passkeysUnreachable) },
  });
}

interface Proven extends WithToken {
  currentPassword: string;
}

export const addPasskeyMutation = mutationOptions({
  async mutationFn({
    token,
    currentPassword,
    name,
  }: Proven & { name: string }): Promise<Passkey[]> {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const ask = { body: { currentPassword }, token };
    const data = await load('startAddingPasskey', isCredentialOptions, ask);
    // The browser checks the options, which it gets as the server wrote them.
    const optionsJSON = data as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    const credential = await startRegistration({ optionsJSON });
    return load('addPasskey', isPasskeyList, { body: { name, credential }, token });
  },
  onSuccess: replaceList,
  meta: { explain: explainCeremony(messages.passkeyAddUnreachable) },
});

export const removePasskeyMutation = mutationOptions({
  mutationFn: ({ token, id, currentPassword }: Proven & { id: string }) =>
    load('removePasskey', isPasskeyList, { params: { id }, body: { currentPassword }, token }),
  onSuccess: replaceList,
  onError: (_error, { token }, _result, { client }) =>
    client.invalidateQueries(passkeysQuery(token)),
  meta: { explain: serverMessageOr(messages.passkeyRemoveUnreachable) },
});

/** The answer is the new list. */
async function replaceList(
  passkeys: Passkey[],
  { token }: WithToken,
  _result: unknown,
  { client }: MutationFunctionContext,
): Promise<void> {
  await replaceData(client, passkeysQuery(token).queryKey, passkeys);
  void client.invalidateQueries(loginsQuery(token));
}
