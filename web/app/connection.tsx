import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useMatch } from 'react-router';
import * as messages from '../../contract/page-messages.ts';
import { useOrder } from '../session/order-store.ts';
import { useSession } from '../session/session.ts';
import { toast } from '../ui/toast/toasts.ts';
import styles from './connection.module.css';

/** Shows whether the browser is offline, and that it is online again. */
export function Connection() {
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) toast.info('You are back online.');
    wasOnline.current = isOnline;
  }, [isOnline]);
  return (
    <div role="status" className={styles.notices}>
      {!isOnline && (
        <p className={styles.offline}>You are offline. What you see here may be out of date.</p>
      )}
      <UnconfirmedOrder />
    </div>
  );
}

/** Links to the checkout, the only screen that retries an unconfirmed order. */
function UnconfirmedOrder() {
  const { status } = useOrder(useSession().username);
  const isCheckout = useMatch('/checkout') !== null;
  if (isCheckout || status !== 'unconfirmed') return null;
  return (
    <p className={styles.order}>
      {messages.orderUnconfirmed} <Link to="/checkout">Check again</Link>
    </p>
  );
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );
}
