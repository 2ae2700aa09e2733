import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../idle.ts';
import styles from './toast.module.css';
import { readWaiting, subscribeToWaiting } from './toasts.ts';

/**
 * Shows toasts at the bottom centre. The viewport is loaded when the page is idle. Until then, or if the server
 * cannot be reached, the notice is shown without a close button or a timer.
 */
export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType>();
  const waiting = useSyncExternalStore(subscribeToWaiting, readWaiting, () => undefined);
  useEffect(
    () =>
      whenIdle(() => {
        import('./viewport.tsx').then(
          (module) => setViewport(() => module.default),
          () => {},
        );
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
