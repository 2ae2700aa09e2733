/** The query client caches everything that the API returns. It is the one place where a failure becomes a toast. */
import {
  focusManager,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { createContext } from 'react-router';
import * as messages from '../../contract/page-messages.ts';
import { NetworkError, SessionExpiredError } from '../api/client.ts';
import { type FailureMeta, isMissing } from '../api/failures.ts';
import { noteOtherBackend } from '../session/other-backend.ts';
import { expireSession, readSession } from '../session/session.ts';
import { toast } from '../ui/toast/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

const RETRY_DELAY_MS = 300;

/** Passes the query client to the client loaders. */
export const queryClientContext = createContext<QueryClient>();

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => showFailure(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, { meta }) => showFailure(error, meta, variables),
    }),
    defaultOptions: {
      queries: {
        // While the browser is offline, a call fails at once with a message, instead of waiting for the connection.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && error instanceof NetworkError,
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function showFailure(error: Error, meta: FailureMeta | undefined, variables?: unknown): void {
  if (error instanceof SessionExpiredError) {
    endSession(error.token);
    return;
  }
  if (meta?.isOwnCall && isMissing(error)) noteOtherBackend();
  const message = meta?.explain?.(error, variables);
  if (message === undefined) return;
  const hasNoAnswer = error instanceof NetworkError;
  if (hasNoAnswer && meta?.toneWithoutAnswer === 'default') toast.plain(message);
  else toast.error(message);
}

/** Ends only the session whose token was refused. Another session may have begun in the meantime. */
function endSession(token: string): void {
  if (readSession().token !== token) return;
  expireSession();
  toast.error(messages.sessionEnded);
}

/** Sets when queries are refetched and when components are notified. Only the browser calls this. */
export function configureForBrowser(): void {
  // Render each click before the next one, even if they follow fast.
  notifyManager.setScheduler(queueMicrotask);
  // Refetch also when a window gets the focus: two windows may be visible at the same time.
  focusManager.setEventListener((onFocus) => {
    const listening = new AbortController();
    for (const event of ['focus', 'visibilitychange']) {
      window.addEventListener(event, () => onFocus(), { signal: listening.signal });
    }
    return () => listening.abort();
  });
}
