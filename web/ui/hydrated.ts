import { useSyncExternalStore } from 'react';

/** False on the server and until the page's script has taken over what the server sent. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
