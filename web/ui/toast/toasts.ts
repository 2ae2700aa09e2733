/** Says something to the shopper; one thing at a time (spec 4, notifications). */
import { useSyncExternalStore } from 'react';

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

export interface Notice {
  id: number;
  message: string;
  tone: Tone;
  /** Still to be seen, but on its way out. */
  isLeaving: boolean;
}

let current: Notice | undefined;
let count = 0;
const listeners = new Set<() => void>();

function replace(notice: Notice | undefined): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** In the place of the one before, if that said something else. */
function show(message: string, tone: Tone): void {
  if (current?.message === message && !current.isLeaving) return;
  replace({ id: ++count, message, tone, isLeaving: false });
}

export function dismiss(id: number): void {
  if (current?.id === id) replace({ ...current, isLeaving: true });
}

/** Once it has left; nothing happens where the same has been said again meanwhile. */
export function remove(id: number): void {
  if (current?.id === id) replace(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is to be shown; nothing while the server's HTML is hydrated. */
export function useNotice(): Notice | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

export const toast = {
  plain: (message: string) => show(message, 'default'),
  success: (message: string) => show(message, 'success'),
  info: (message: string) => show(message, 'info'),
  warning: (message: string) => show(message, 'warning'),
  error: (message: string) => show(message, 'error'),
};
