/** After a reload deep in a list, loads the same pages again and scrolls to the same place. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { readStored, sessionStore } from '../../../session/storage.ts';
import type { Results } from './use-results.ts';

const STORED = 'place';

/** Where the page was when it was left. */
interface Place {
  /** The key of the history's entry. */
  key: string;
  /** The number of loaded pages. */
  pages: number;
  /** The scroll position in pixels. */
  top: number;
}

export function useRestoredPlace({ data, fetchNextPage }: Results['list']): void {
  const { key } = useLocation();
  const pages = data?.pages.length ?? 0;

  const store = useEffectEvent(() => {
    const place: Place = { key, pages, top: window.scrollY };
    sessionStore.setItem(STORED, JSON.stringify(place));
  });

  const restore = useEffectEvent(async (abort: AbortSignal) => {
    const place = takePlace();
    if (place === undefined || place.key !== key || place.pages <= pages) return;
    let loaded = pages;
    // A call may only wait for a refetch. The list may have become shorter.
    for (let calls = 0; loaded < place.pages && calls < 2 * place.pages; calls++) {
      const result = await fetchNextPage({ cancelRefetch: false });
      if (abort.aborted || result.isError) return;
      loaded = result.data?.pages.length ?? 0;
    }
    // The cards of the last page are rendered in the next frame.
    requestAnimationFrame(() => {
      if (!abort.aborted) window.scrollTo({ top: place.top, behavior: 'instant' });
    });
  });

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const moved = new AbortController();
    window.addEventListener('pagehide', store, { signal });
    // Whoever has begun to scroll or to press keys stays where they are.
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      window.addEventListener(event, () => moved.abort(), { signal, passive: true, once: true });
    }
    void restore(AbortSignal.any([signal, moved.signal]));
    return () => end.abort();
  }, []);
}

/** Reads the stored place once. */
function takePlace(): Place | undefined {
  const place = readStored<Place>(STORED);
  sessionStore.removeItem(STORED);
  return place;
}
