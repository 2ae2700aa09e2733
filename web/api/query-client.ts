import { focusManager, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What to tell the shopper when the query fails; nothing where it has been told already. */
      explain?: (error: unknown) => string | undefined;
    };
  }
}

// Told at once, not after a timer: the next click, however fast, finds the page as this one left it.
notifyManager.setScheduler(queueMicrotask);

/** One for each render on the server, one for the life of the page in the browser. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { meta }) {
        const message = meta?.explain?.(error);
        if (message !== undefined) toast.error(message);
      },
    }),
    // A failure is told at once (spec 8), offline too, and the next focus or click tries again.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A window that comes to the front counts as well as a tab that becomes visible: two may be in view. */
export function watchFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus();
    window.addEventListener('focus', listener);
    window.addEventListener('visibilitychange', listener);
    return () => {
      window.removeEventListener('focus', listener);
      window.removeEventListener('visibilitychange', listener);
    };
  });
}
