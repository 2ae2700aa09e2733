import { type ComponentType, useEffect, useState } from 'react';
import { fetchPresenterWith } from './toasts.ts';

/** What somebody does first on a page, with whatever they have. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'click'] as const;
/** Between two attempts: a pointer that moves is many signs a second. */
const PAUSE_MS = 1_000;

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

/** Without a connection it is tried again with a later sign of use. @returns stops waiting for one */
function onFirstUse(setToaster: (toaster: () => ComponentType) => void): () => void {
  let isFetching = false;
  async function fetchToaster(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    try {
      const { default: fetched } = await importToaster();
      setToaster(() => fetched);
    } catch {
      setTimeout(() => {
        isFetching = false;
      }, PAUSE_MS);
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

/** A browser never asks again for a module that it couldn't get, but does so under another address. */
async function importToaster(): Promise<typeof import('./toaster.tsx')> {
  try {
    return await import('./toaster.tsx');
  } catch (error) {
    const [address] = /https?:\S+/.exec(String(error)) ?? [];
    if (address === undefined) throw error;
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}
