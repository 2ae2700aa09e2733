import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { TOASTS_AT_ONCE } from '../../../contract/limits.ts';
import styles from './toaster.module.css';
import { releaseToasts, toastManager } from './toasts.ts';

/** The place at the bottom centre where toasts appear. */
export function Toaster() {
  // An effect of this component runs after the provider's own, which listens to the manager.
  useEffect(releaseToasts, []);
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
