import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/**
 * Does something after a while that stands still while it is held, or while the window has not the focus.
 * @param id another one begins anew
 */
export function useCountdown(id: number, ms: number, isHeld: boolean, onEnd: () => void): void {
  const isWindowFocused = useSyncExternalStore(watchWindow, () => document.hasFocus());
  const left = useRef({ id, ms });
  const end = useEffectEvent(onEnd);
  const isRunning = isWindowFocused && !isHeld;
  useEffect(() => {
    if (left.current.id !== id) left.current = { id, ms };
    if (!isRunning) return;
    const since = performance.now();
    const timer = setTimeout(end, left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= performance.now() - since;
    };
  }, [id, ms, isRunning]);
}

function watchWindow(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}
