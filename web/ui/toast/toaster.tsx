import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../idle.ts';
import { useStore } from '../store.ts';
import styles from './toast.module.css';
import { shownNotice } from './toasts.ts';

/**
 * Shows toasts at the bottom centre. The viewport is loaded when the page is idle. Until then, or if the server
 * cannot be reached, the notice is shown without a close button or a timer.
 */
export function Toaster() {
  const [Viewport, setViewport] = useState<ComponentType>();
  const notice = useStore(shownNotice, undefined);
  useEffect(
    () =>
      whenIdle(() => {
        import('./viewport.tsx')
          .then((module) => setViewport(() => module.default))
          .catch(() => {});
      }),
    [],
  );
  if (Viewport) return <Viewport />;
  return (
    notice && (
      <section className={styles.viewport} aria-label="Notifications" aria-live="polite">
        <div
          className={styles.toast}
          data-type={notice.tone}
          role="dialog"
          aria-label={notice.message}
        >
          <p className={`row nowrap ${styles.content}`}>{notice.message}</p>
        </div>
      </section>
    )
  );
}
