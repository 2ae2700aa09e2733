import { useSyncExternalStore } from 'react';

/** False on the server and until the page is hydrated. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
