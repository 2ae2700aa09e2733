import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { useDragAway } from './drag-away.ts';
import { useIsHydrated } from './hydrated.ts';
import { useIsSmall } from './media.ts';
import { toastHost } from './toast/toasts.ts';

interface DialogProps {
  /** The id of the dialog's heading. */
  labelledBy: string;
  /** Called after Escape, a click outside, or a gesture of the system has closed the dialog. */
  onClose: () => void;
  /** Finds the element that gets the focus after closing. Without it, the previously focused element does. */
  findReturnFocus?: () => HTMLElement | null;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A modal dialog that is open as long as it is rendered; a sheet on a small window. In the server's HTML it is open but not modal, so that
 * without script it is a part of the page.
 */
export function Dialog({ labelledBy, onClose, findReturnFocus, className, children }: DialogProps) {
  const isHydrated = useIsHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const focusAfter = useRef(findReturnFocus);
  const pressed = useRef<EventTarget>(null);
  const dragAway = useDragAway(() => dialog.current?.close());
  const isSheet = useIsSmall();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isHydrated || element === null) return;
    element.showModal();
    // The browser would focus the panel if it scrolls.
    element.querySelector<HTMLElement>('a, button')?.focus();
    toastHost.set(element);
    return () => {
      toastHost.set(undefined);
      element.close();
      focusAfter.current?.()?.focus({ preventScroll: true });
    };
  }, [isHydrated]);

  /** Closes only if the press also began outside, because a text selection may end outside. */
  function onClick({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
    if (target === currentTarget && pressed.current === target) currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, which the browser handles
    <dialog
      ref={dialog}
      // After hydration, showModal() opens the dialog.
      open={!isHydrated}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onMouseDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={onClick}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      <div className={classNames(styles.panel, className)} {...(isSheet && dragAway)}>
        <div className={styles.handle} />
        {children}
      </div>
    </dialog>
  );
}
