/** A text that somebody began and hasn't sent: it survives a reload, and ends with the session. */
import { useEffect, useState } from 'react';

/** @returns the draft, how to change it, and how to forget it; `undefined` where there is none */
export function useDraft(name: string) {
  const key = `draft-${name}`;
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? undefined);
  useEffect(() => {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, draft);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
