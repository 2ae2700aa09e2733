import { useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../hydrated.ts';
import { Toast } from './toast.tsx';
import styles from './toaster.module.css';
import { useNotice } from './toasts.ts';

/** The place at the bottom centre where toasts appear. F6 moves the focus there and back. */
export function Toaster() {
  const notice = useNotice();
  const isHydrated = useIsHydrated();
  const isReady = useIsReady();
  const region = useRef<HTMLElement>(null);
  /** What had the focus before it came here. */
  const before = useRef<Element>(null);
  const isShown = isReady && notice !== undefined;

  function giveBack(): void {
    if (region.current?.contains(document.activeElement)) focus(before.current);
  }
  useEffect(() => {
    if (!isShown) return;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'F6') return;
      event.preventDefault();
      const isHere = region.current?.contains(document.activeElement);
      focus(isHere ? before.current : region.current?.firstElementChild);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isShown]);

  if (!isHydrated) return null;
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      className={styles.viewport}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {isShown && <Toast notice={notice} onDismiss={giveBack} />}
    </section>
  );
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** A region that is there before what is said in it is read out. */
function useIsReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setReady(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isReady;
}
