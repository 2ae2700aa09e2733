import { useSyncExternalStore } from 'react';

/** A value outside of components, which are rendered again when it changes. */
export interface Store<T> {
  read: () => T;
  set: (value: T) => void;
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(value: T): Store<T> {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    read: () => current,
    set(next) {
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param hydrated the value in the server's HTML */
export function useStore<T>({ subscribe, read }: Store<T>, hydrated: T): T {
  return useSyncExternalStore(subscribe, read, () => hydrated);
}
