import { Toast } from '@base-ui/react/toast';
import { useEffect, useSyncExternalStore } from 'react';
import { TOAST_AUTO_HIDE_MS, TOASTS_AT_ONCE } from '../../../contract/limits.ts';
import styles from './toast.module.css';
import { type Notice, presentToasts, readHost, subscribeToHost } from './toasts.ts';

const toastManager = Toast.createToastManager();

/** All notices have one id, so a new one replaces the old one. */
const ID = 'notice';

function present({ message, tone }: Notice, onClose: () => void): void {
  toastManager.add({ id: ID, title: message, type: tone, timeout: TOAST_AUTO_HIDE_MS, onClose });
}

/** The region at the bottom centre where toasts appear. */
export default function ToastViewport() {
  const host = useSyncExternalStore(subscribeToHost, readHost);
  useEffect(() => {
    // Screen readers announce only what is added to a region that already exists.
    let stop = () => {};
    const frame = requestAnimationFrame(() => {
      stop = presentToasts(present);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
  return (
    <Toast.Provider toastManager={toastManager} limit={TOASTS_AT_ONCE}>
      <Toast.Portal container={host}>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection="down">
      <Toast.Content className={styles.content}>
        <span className={styles.mark} aria-hidden="true" />
        {/* The message is the accessible name of the toast. */}
        <Toast.Title render={<p />} className={styles.message} />
        <Toast.Close className={styles.close} aria-label="Dismiss" />
      </Toast.Content>
    </Toast.Root>
  ));
}
