import { Toast } from '@base-ui/react/toast';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { TOAST_AUTO_HIDE_MS, TOASTS_AT_ONCE } from '../../../contract/limits.ts';
import { useStore } from '../store.ts';
import styles from './toast.module.css';
import { shownNotice, toastHost } from './toasts.ts';

/** Pixels between a toast and what was pressed. */
const GAP = 8;

/** All notices have one id, so that a new one replaces the old one. */
const ID = 'notice';

/** The region at the bottom centre where toasts appear. */
export default function ToastViewport() {
  const host = useStore(toastHost, undefined);
  return (
    <Toast.Provider limit={TOASTS_AT_ONCE} timeout={TOAST_AUTO_HIDE_MS}>
      <Toast.Portal container={host}>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts, add, close } = Toast.useToastManager();
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element) pressed.current = target.closest('a, button');
    };
    document.addEventListener('click', note, true);
    return () => document.removeEventListener('click', note, true);
  }, []);
  const message = toasts[0]?.title;
  useLayoutEffect(() => {
    const region = root.current?.parentElement;
    if (message !== undefined && region) standClear(region, pressed.current);
  }, [message]);
  useEffect(() => {
    function present(): void {
      const notice = shownNotice.read();
      if (notice === undefined) {
        close(ID);
        return;
      }
      const { message: title, tone: type } = notice;
      add({ id: ID, title, type, onClose: () => shownNotice.set(undefined) });
    }
    // Screen readers announce only what is added to a region that already exists.
    const frame = requestAnimationFrame(present);
    const unsubscribe = shownNotice.subscribe(present);
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
    };
  }, [add, close]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      ref={root}
      toast={toast}
      className={styles.toast}
      swipeDirection="down"
    >
      <Toast.Content className={`row nowrap ${styles.content}`}>
        <span className={styles.mark} style={{ background: `var(--${toast.type})` }} />
        {/* The message is the accessible name of the toast. */}
        <Toast.Title render={<p />} className="typed" />
        {/* Can be focused at any time, so it is never hidden from screen readers, as it would be by default. */}
        <Toast.Close className={styles.close} aria-label="Dismiss" aria-hidden={false} />
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Raises the toast above what was pressed, if it would lie on it. */
function standClear(region: HTMLElement, pressed: Element | null): void {
  region.style.translate = '';
  const { top, bottom } = region.getBoundingClientRect();
  const below = pressed?.getBoundingClientRect();
  if (below === undefined || below.top > bottom || below.bottom < top) return;
  const rise = bottom + GAP - below.top;
  if (rise < top) region.style.translate = `0 ${-rise}px`;
}
