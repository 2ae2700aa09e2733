import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import styles from './toast.module.css';
import { readWaiting, subscribeToWaiting } from './toasts.ts';

/** The viewport is loaded after this time even if the page is busy. */
const LATEST_MS = 500;

/**
 * Shows toasts at the bottom centre. The viewport is loaded when the page is idle. Until then, or if the server
 * cannot be reached, the notice is shown without a close button or a timer.
 */
export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType>();
  const waiting = useSyncExternalStore(subscribeToWaiting, readWaiting, () => undefined);
  useEffect(
    () =>
      whenIdle(async () => {
        const { default: loaded } = await import('./viewport.tsx');
        setViewport(() => loaded);
      }),
    [],
  );
  if (Viewport) return <Viewport />;
  return (
    waiting && (
      <section className={styles.viewport} aria-label="Notifications" aria-live="polite">
        <div
          className={styles.toast}
          data-type={waiting.tone}
          role="dialog"
          aria-label={waiting.message}
        >
          <p className={styles.content}>{waiting.message}</p>
        </div>
      </section>
    )
  );
}

/** @returns a function that cancels it */
function whenIdle(load: () => Promise<void>): () => void {
  const start = () => void load().catch(() => {});
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(start, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(start, { timeout: LATEST_MS });
  return () => cancelIdleCallback(request);
}
