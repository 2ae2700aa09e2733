/** The account as a whole: what it has, its download, its deletion, and its recovery codes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import { loginsQuery } from './account.ts';
import { isAccount, isErasureReply, isRecoveryCodes } from './answers/screens.ts';
import { ApiError, callApi, load, NetworkError } from './client.ts';
import { dataOrNull, serverMessageOr } from './failures.ts';
import { ofShopper, type WithToken } from './of-shopper.ts';

/** The server may read many orders. */
const EXPORT_TIMEOUT_MS = 60_000;

/** Null if the backend has no such call: then it deletes no accounts and has no recovery codes. */
export function accountQuery(token: string | null) {
  return queryOptions({
    queryKey: ['account', token],
    queryFn: ofShopper(token, (call) => dataOrNull(load('readAccount', isAccount, call))),
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(messages.accountUnreachable) },
  });
}

/** The answer is saved unchanged, so its shape is not checked. */
export const exportMutation = mutationOptions({
  mutationFn: async ({ token }: WithToken) =>
    (await callApi('exportAccount', { token, timeoutMs: EXPORT_TIMEOUT_MS })).data,
  meta: { explain: serverMessageOr(messages.exportUnreachable) },
});

interface Deletion extends WithToken {
  currentPassword: string;
  /** The dollars in the wallet that the shopper was shown. */
  forfeit: number;
}

export const deleteAccountMutation = mutationOptions({
  mutationFn: ({ token, ...body }: Deletion) =>
    load('deleteAccount', isErasureReply, { body, token }),
  // The balance may differ. If the account is deleted, the session has ended.
  onError: (_error, { token }, _result, { client }) =>
    client.invalidateQueries(accountQuery(token)),
  // The dialog itself says that the outcome is unknown.
  meta: { explain: (error) => (isOutcomeUnknown(error) ? undefined : error.message) },
});

/** Whether a change may have been made although it failed. */
export function isOutcomeUnknown(error: Error): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

export const newCodesMutation = mutationOptions({
  mutationFn: async ({ token, ...body }: WithToken & { currentPassword: string }) =>
    (await load('makeRecoveryCodes', isRecoveryCodes, { body, token })).codes,
  onSettled: (_codes, _error, { token }, _result, { client }) => {
    void client.invalidateQueries(loginsQuery(token));
    return client.invalidateQueries(accountQuery(token));
  },
  meta: { explain: serverMessageOr(messages.newCodesUnreachable) },
});
