import { focusManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { OrderState } from './order-state.ts';

/** The pause doubles after each request without a definite reply. */
const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Retries an unconfirmed order: at once if the page was loaded with one, after a growing pause, when the
 * browser is online again, and when the tab becomes visible. A hidden tab never retries.
 */
export function useRetries(retry: () => void, state: OrderState): void {
  const retryNow = useEffectEvent(retry);
  const isFirst = useRef(true);
  const isUnconfirmed = state.status === 'unconfirmed';
  const lostRequests = isUnconfirmed ? state.lostRequests : 0;
  const retryAfterMs = isUnconfirmed ? state.retryAfterMs : 0;
  useEffect(() => {
    const isFound = isFirst.current;
    isFirst.current = false;
    if (lostRequests === 0) return;
    const earliest = Date.now() + retryAfterMs;
    const retryInFront = () => {
      if (focusManager.isFocused() && Date.now() >= earliest) retryNow();
    };
    const pause = isFound
      ? 0
      : Math.min(FIRST_PAUSE_MS * 2 ** (lostRequests - 1), LONGEST_PAUSE_MS);
    const timer = setTimeout(retryInFront, Math.max(pause, retryAfterMs));
    const endFocus = focusManager.subscribe(retryInFront);
    window.addEventListener('online', retryInFront);
    return () => {
      clearTimeout(timer);
      endFocus();
      window.removeEventListener('online', retryInFront);
    };
  }, [lostRequests, retryAfterMs]);
}
