import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import { isLoginEventList, isSessionEntryList, isWalletEntryList } from './answers/screens.ts';
import { callApi, load } from './client.ts';
import { dataOrNull, serverMessageOr } from './failures.ts';
import { HOVER_MS, ofShopper, replaceData, type WithToken } from './of-shopper.ts';
import { pagesQuery } from './pages.ts';

/** The movements of the wallet. */
export function statementQuery(token: string | null) {
  return pagesQuery(token, {
    key: 'statement',
    name: 'listWalletEntries',
    isExpected: isWalletEntryList,
    unreachable: messages.walletUnreachable,
  });
}

interface PasswordChange extends WithToken {
  currentPassword: string;
  newPassword: string;
  /** Left out if they are to be removed. */
  keepPasskeysAndCodes?: true;
}

export const changePasswordMutation = mutationOptions({
  mutationFn: ({ token, ...body }: PasswordChange) => callApi('changePassword', { body, token }),
  // It ends other sessions.
  onSettled: (_reply, _error, { token }, _result, { client }) =>
    client.invalidateQueries(sessionsQuery(token)),
  meta: { explain: serverMessageOr(messages.passwordUnreachable) },
});

export function sessionsQuery(token: string | null) {
  return queryOptions({
    queryKey: ['sessions', token],
    queryFn: ofShopper(token, (call) => load('listSessions', isSessionEntryList, call)),
    staleTime: HOVER_MS,
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(messages.sessionsUnreachable) },
  });
}

/** Failed logins, those from new devices, and changed ways in; null if the backend has no such call. */
export function loginsQuery(token: string | null) {
  return queryOptions({
    queryKey: ['logins', token],
    queryFn: ofShopper(token, (call) => dataOrNull(load('listLogins', isLoginEventList, call))),
    staleTime: HOVER_MS,
    meta: { explain: serverMessageOr(messages.loginsUnreachable) },
  });
}

interface SessionsEnd extends WithToken {
  currentPassword: string;
  /** Of one session; all others if left out. */
  id?: string | undefined;
}

/** The answer is the remaining list. */
export const endSessionsMutation = mutationOptions({
  mutationFn: ({ token, id, currentPassword }: SessionsEnd) =>
    id === undefined
      ? load('endOtherSessions', isSessionEntryList, { body: { currentPassword }, token })
      : load('endSession', isSessionEntryList, {
          params: { id },
          body: { currentPassword },
          token,
        }),
  onSuccess: (sessions, { token }, _result, { client }) =>
    replaceData(client, sessionsQuery(token).queryKey, sessions),
  // The session may have ended by itself.
  onError: (_error, { token }, _result, { client }) =>
    client.invalidateQueries(sessionsQuery(token)),
  meta: { explain: serverMessageOr(messages.logoutElsewhereUnreachable) },
});
