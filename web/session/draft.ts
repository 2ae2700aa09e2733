/** A text that has not been sent yet, kept in session storage. */
import { useState } from 'react';
import { sessionStore } from './storage.ts';

/** @returns the draft, or undefined if there is none, and its setter */
export function useDraft(name: string) {
  const key = `draft-${name}`;
  const [draft, setDraft] = useState(() => sessionStore.getItem(key) ?? undefined);
  function change(text: string | undefined): void {
    if (text === undefined) sessionStore.removeItem(key);
    else sessionStore.setItem(key, text);
    setDraft(text);
  }
  return [draft, change] as const;
}
