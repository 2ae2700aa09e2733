import { type ComponentType, useEffect, useState } from 'react';
import { fetchPresenterWith } from './toasts.ts';

/** What somebody does first on a page, with whatever they have. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'click'] as const;

/**
 * The toaster, fetched once somebody uses the page or something is to be said: nothing that is
 * said is lost, and a page that is only looked at does without a tenth of its scripts.
 */
export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  const isMissing = Toaster === undefined;
  useEffect(() => (isMissing ? onFirstUse(setToaster) : undefined), [isMissing]);
  return Toaster && <Toaster />;
}

/** Without a connection it is tried again with the next sign of use. @returns stops waiting for one */
function onFirstUse(setToaster: (toaster: () => ComponentType) => void): () => void {
  let isFetching = false;
  async function fetchToaster(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    try {
      const { default: fetched } = await import('./toaster.tsx');
      setToaster(() => fetched);
    } catch {
      isFetching = false;
    }
  }
  const listening = new AbortController();
  const { signal } = listening;
  for (const sign of SIGNS_OF_USE) {
    window.addEventListener(sign, fetchToaster, { signal, capture: true, passive: true });
  }
  fetchPresenterWith(fetchToaster);
  return () => listening.abort();
}
