import {
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import * as messages from '../../contract/messages.ts';
import { CURSOR_PARAMETER, paths, sessionPath } from '../../contract/paths.ts';
import type { WalletEntry } from '../../contract/wallet.ts';
import { isLoginEventList, isSessionEntryList, isWalletEntryList } from './answers/screens.ts';
import { callApi, load, withParameters } from './client.ts';
import { serverMessageOr } from './failures.ts';
import { dataOrNull, isMissing } from './missing.ts';
import { nextCursor } from './products.ts';
import { replaceData } from './replace-data.ts';

/** Hovering over the link, pressing it and arriving there send one request. */
const STALE_MS = 5_000;

export interface StatementPage {
  entries: WalletEntry[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** The backend has no calls for accounts. */
  isMissing?: boolean;
}

/** The pages of the wallet's statement, newest first. The parameter of a page is its cursor. */
export function statementQuery(token: string | null) {
  return infiniteQueryOptions({
    queryKey: ['statement', token],
    queryFn:
      token === null ? skipToken : ({ pageParam, signal }) => fetchPage(token, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: StatementPage) => next,
    staleTime: STALE_MS,
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(messages.walletUnreachable) },
  });
}

async function fetchPage(
  token: string,
  cursor: string,
  signal: AbortSignal,
): Promise<StatementPage> {
  const parameters = new URLSearchParams(cursor === '' ? {} : { [CURSOR_PARAMETER]: cursor });
  try {
    const path = withParameters(paths.walletEntries, parameters);
    const { data, headers } = await load(path, isWalletEntryList, { token, signal });
    return { entries: data, next: nextCursor(headers) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { entries: [], next: undefined, isMissing: true };
  }
}

interface PasswordChange {
  /** The session's token at the moment of the click. */
  token: string;
  currentPassword: string;
  newPassword: string;
  /** Left out if nothing is to be removed. */
  removePasskeysAndCodes?: true;
}

export const changePasswordMutation = mutationOptions({
  async mutationFn({ token, ...body }: PasswordChange): Promise<void> {
    await callApi(paths.password, { method: 'POST', body, token });
  },
  // It ends other sessions.
  onSettled: (_reply, _error, { token }, _result, { client }) =>
    client.invalidateQueries(sessionsQuery(token)),
  meta: { explain: serverMessageOr(messages.passwordUnreachable) },
});

export function sessionsQuery(token: string | null) {
  return queryOptions({
    queryKey: ['sessions', token],
    queryFn:
      token === null
        ? skipToken
        : async ({ signal }) =>
            (await load(paths.sessions, isSessionEntryList, { token, signal })).data,
    staleTime: STALE_MS,
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(messages.sessionsUnreachable) },
  });
}

/** Failed logins, and those from new devices; null if the backend has no such call. */
export function loginsQuery(token: string | null) {
  return queryOptions({
    queryKey: ['logins', token],
    queryFn:
      token === null
        ? skipToken
        : ({ signal }) => dataOrNull(load(paths.logins, isLoginEventList, { token, signal })),
    staleTime: STALE_MS,
    meta: { explain: serverMessageOr(messages.loginsUnreachable) },
  });
}

interface SessionsEnd {
  /** The session's token at the moment of the click. */
  token: string;
  /** Of one session; all others if left out. */
  id?: string | undefined;
}

/** The answer is the list of what is left. */
export const endSessionsMutation = mutationOptions({
  async mutationFn({ token, id }: SessionsEnd) {
    const path = id === undefined ? paths.sessions : sessionPath(id);
    return (await load(path, isSessionEntryList, { method: 'DELETE', token })).data;
  },
  onSuccess: (sessions, { token }, _result, { client }) =>
    replaceData(client, sessionsQuery(token).queryKey, sessions),
  // The session may have ended by itself.
  onError: (_error, { token }, _result, { client }) =>
    client.invalidateQueries(sessionsQuery(token)),
  meta: { explain: serverMessageOr(messages.logoutElsewhereUnreachable) },
});
