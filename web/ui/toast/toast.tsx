import { useEffect, useId, useRef, useState } from 'react';
import { TOAST_AUTO_HIDE_MS } from '../../../contract/limits.ts';
import { useCountdown } from './countdown.ts';
import { useSwipeDown } from './swipe.ts';
import styles from './toast.module.css';
import { dismiss, type Notice, remove } from './toasts.ts';

interface ToastProps {
  notice: Notice;
  /** It is dismissed by hand. */
  onDismiss: () => void;
}

/** Leaves by itself, but not while it is pointed at, has the focus, or the window is left. */
export function Toast({ notice, onDismiss }: ToastProps) {
  const { id, message, tone, isLeaving } = notice;
  const messageId = useId();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const element = useLeaving(notice);
  const swipe = useSwipeDown(close);
  useCountdown(id, TOAST_AUTO_HIDE_MS, isHovered || isFocused || swipe.isHeld, () => dismiss(id));

  function close(): void {
    onDismiss();
    dismiss(id);
  }

  return (
    <div
      ref={element}
      role="dialog"
      aria-modal="false"
      aria-labelledby={messageId}
      tabIndex={-1}
      className={styles.toast}
      data-type={tone}
      data-ending-style={isLeaving ? '' : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      {...swipe.handlers}
    >
      <span className={styles.mark} aria-hidden="true" />
      {/* The message is its name: there is nothing else to it. Another one is another element. */}
      <p key={id} id={messageId} className={styles.message}>
        {message}
      </p>
      <button type="button" aria-label="Dismiss" className={styles.close} onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** Takes a toast away once it is seen no more: how long that takes is a matter of its style. */
function useLeaving({ id, isLeaving }: Notice) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLeaving) return;
    const frame = requestAnimationFrame(async () => {
      const transitions = element.current?.getAnimations() ?? [];
      await Promise.allSettled(transitions.map(({ finished }) => finished));
      remove(id);
    });
    return () => cancelAnimationFrame(frame);
  }, [id, isLeaving]);
  return element;
}
