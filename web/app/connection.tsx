import { onlineManager } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useMatch } from 'react-router';
import * as messages from '../../contract/page-messages.ts';
import { isInDoubt, useOrder } from '../order/order-store.ts';
import { readSession, subscribeToSession, useSession } from '../session/session.ts';
import { toast } from '../ui/toast/toasts.ts';
import styles from './connection.module.css';

/** Few orders are unconfirmed. Without its script, the link does the same. */
const RetryOrder = lazy(() =>
  import('../order/use-order-requests.ts').catch(() => ({ default: () => null })),
);

/** Shows whether the browser is offline, and that it is online again. */
export function Connection() {
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) toast.info('You are back online.');
    wasOnline.current = isOnline;
  }, [isOnline]);
  useEffect(sayWhoIsLoggedIn, []);
  return (
    <div role="status" className={styles.notices}>
      {!isOnline && (
        <p className={styles.offline}>You are offline. What you see here may be out of date.</p>
      )}
      <UnconfirmedOrder />
    </div>
  );
}

/** Says it when another tab has changed the shopper of this one. */
function sayWhoIsLoggedIn() {
  let last = readSession().username;
  return subscribeToSession(({ isElsewhere }) => {
    const { username, token } = readSession();
    if (username === null || token === null || username === last) return;
    if (isElsewhere && last !== null) toast.info(`You are logged in as ${username} now.`);
    last = username;
  });
}

/** Retries an unconfirmed order, and links to the checkout, which shows it and does the same itself. */
function UnconfirmedOrder() {
  const order = useOrder(useSession().username);
  const isCheckout = useMatch('/checkout') !== null;
  if (isCheckout || !isInDoubt(order)) return null;
  return (
    <p className={styles.order}>
      {messages.orderUnconfirmed} <Link to="/checkout">Check again</Link>
      <Suspense>
        <RetryOrder />
      </Suspense>
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
