import { useSyncExternalStore } from 'react';

/** Below the breakpoint "medium" (R1.6: 900 px at the usual size of text). */
const small = '(width < 56.25em)';

/** Whether the window is smaller than "medium"; false on the server and until the page is hydrated. */
export function useIsSmall(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(small).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(small);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
