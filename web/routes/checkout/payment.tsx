import type { ReactNode } from 'react';
import { formatCents } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import styles from './payment.module.css';

interface PaymentProps {
  totalCents: number;
  balanceCents: number;
  isPlacing: boolean;
  /** False while a product of the cart is still on its way. */
  isReady: boolean;
  onPlaceOrder: () => void;
  /** Between the two. */
  children: ReactNode;
}

/** The wallet, and PLACE ORDER (spec 2, checkout). */
export function Payment(props: PaymentProps) {
  const { totalCents, balanceCents, isPlacing, isReady, onPlaceOrder } = props;
  const leftCents = balanceCents - totalCents;
  const canPress = isReady && !isPlacing;
  return (
    <section className={styles.payment} aria-labelledby="payment-heading">
      <h2 id="payment-heading" className={styles.heading}>
        Payment
      </h2>
      <div>
        <div className={styles.wallet}>
          <h3 className={styles.method}>Wallet</h3>
          <p>
            Pay {formatCents(totalCents)} of available {formatCents(balanceCents)}
          </p>
          {leftCents >= 0 && <p className={styles.left}>{formatCents(leftCents)} will be left</p>}
        </div>
        {props.children}
      </div>
      <div className={styles.action}>
        <Button wide aria-disabled={!canPress} onClick={() => canPress && onPlaceOrder()}>
          {isPlacing ? 'PLACING ORDER…' : 'PLACE ORDER'}
        </Button>
      </div>
    </section>
  );
}
