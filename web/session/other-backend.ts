/** Another backend may lack the shop's own calls (R8.3). What one of them has answered counts for the visit. */
import { useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';
import { sessionStore } from './storage.ts';

const STORED = 'other-backend';
const isNoted = createStore(false);

export function noteOtherBackend(): void {
  sessionStore.setItem(STORED, '1');
  isNoted.set(true);
}

/** Whether the screens promise and offer only what the specification has. */
export function useIsOtherBackend(): boolean {
  return useSyncExternalStore(
    isNoted.subscribe,
    () => sessionStore.getItem(STORED) !== null,
    () => false,
  );
}
