import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { TOAST_AUTO_HIDE_MS, TOASTS_AT_ONCE } from '../../../contract/limits.ts';
import styles from './toaster.module.css';
import { type Notice, presentToasts } from './toasts.ts';

const toastManager = Toast.createToastManager();

/** One toast, so one id: a new message takes the place of the old. */
const ID = 'notice';

function present({ message, tone }: Notice, onClose: () => void): void {
  toastManager.add({ id: ID, title: message, type: tone, timeout: TOAST_AUTO_HIDE_MS, onClose });
}

/** The place at the bottom centre where toasts appear. */
export default function Toaster() {
  useEffect(() => {
    // A region that is there before what is said in it is read out.
    const frame = requestAnimationFrame(() => presentToasts(present));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Toast.Provider toastManager={toastManager} limit={TOASTS_AT_ONCE}>
      <Toast.Portal>
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
        {/* The message is its name: there is nothing else to it. */}
        <Toast.Title render={<p />} className={styles.message} />
        <Toast.Close className={styles.close} aria-label="Dismiss">
          <span aria-hidden="true">×</span>
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
