import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { useIsHydrated } from './hydrated.ts';
import { hostToasts } from './toast/toasts.ts';

interface DialogProps {
  /** The id of its heading. */
  labelledBy: string;
  /** Called after Escape, a click outside, or a gesture of the system has closed it. */
  onClose: () => void;
  /** Finds what gets the focus when it is closed; otherwise what had it before. */
  findReturnFocus?: () => HTMLElement | null;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. As the server sends it, it is open but not modal: where
 * there is no script, it is a part of the page.
 */
export function Dialog({ labelledBy, onClose, findReturnFocus, className, children }: DialogProps) {
  const isHydrated = useIsHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const focusAfter = useRef(findReturnFocus);
  const pressed = useRef<EventTarget>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isHydrated || element === null) return;
    element.showModal();
    const release = hostToasts(element);
    return () => {
      release();
      element.close();
      focusAfter.current?.()?.focus({ preventScroll: true });
    };
  }, [isHydrated]);

  /** Only where the press began outside, too: text may be selected from inside to outside. */
  function onClick({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
    if (target === currentTarget && pressed.current === target) currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, which the browser handles
    <dialog
      ref={dialog}
      // Until it is hydrated; showModal() opens it then.
      open={!isHydrated}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onMouseDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={onClick}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      <div className={classNames(styles.panel, className)}>{children}</div>
    </dialog>
  );
}
