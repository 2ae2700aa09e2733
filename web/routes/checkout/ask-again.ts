import { useEffect, useEffectEvent, useRef } from 'react';
import { isSeen, onReturn } from '../../api/attention.ts';

/** Doubled with each answer that was waited for in vain. */
const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 60_000;

interface Lost {
  /** Answers, of the order that isn't on its way at the moment; 0 where there is none. */
  timesLost: number;
  /** How long the server wants to be left alone. */
  retryAfterMs: number;
}

/**
 * Asks what became of an order: at once on a page that finds it, then after a pause that grows, when
 * the connection is back, and when the tab comes to the front; in the background never.
 */
export function useAskingAgain(ask: () => void, { timesLost, retryAfterMs }: Lost): void {
  const askNow = useEffectEvent(ask);
  const hasWaited = useRef(false);
  useEffect(() => {
    const isFound = !hasWaited.current;
    hasWaited.current = true;
    if (timesLost === 0) return;
    const earliest = Date.now() + retryAfterMs;
    const askIfSeen = () => {
      if (isSeen() && Date.now() >= earliest) askNow();
    };
    const pause = isFound ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (timesLost - 1), LONGEST_PAUSE_MS);
    const timer = setTimeout(askIfSeen, Math.max(pause, retryAfterMs));
    window.addEventListener('online', askIfSeen);
    const stopListening = onReturn(askIfSeen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', askIfSeen);
      stopListening();
    };
  }, [timesLost, retryAfterMs]);
}
