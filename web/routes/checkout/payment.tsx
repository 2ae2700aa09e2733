import type { ReactNode } from 'react';
import { formatCents } from '../../../contract/money.ts';
import { Amount } from '../../cart/amount.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './payment.module.css';

interface PaymentProps {
  /** Cents; undefined while a product of the cart is unknown. */
  totalCents: number | undefined;
  balanceCents: number;
  isPlacing: boolean;
  onPlaceOrder: () => void;
  /** Shown between the wallet and the button. */
  children: ReactNode;
}

/** The wallet, and PLACE ORDER (spec 2, checkout). */
export function Payment(props: PaymentProps) {
  const { totalCents, balanceCents, isPlacing, onPlaceOrder } = props;
  const leftCents = totalCents === undefined ? undefined : balanceCents - totalCents;
  const canPress = totalCents !== undefined && !isPlacing;
  return (
    <section className={styles.payment} aria-labelledby="payment-heading">
      <h2 id="payment-heading" className={styles.heading}>
        Payment
      </h2>
      <div>
        <div className={styles.wallet}>
          <h3 className={styles.method}>Wallet</h3>
          <p>
            Pay <Amount cents={totalCents} /> of available {formatCents(balanceCents)}
          </p>
          {leftCents !== undefined && leftCents >= 0 && (
            <p className={styles.left}>{formatCents(leftCents)} will be left</p>
          )}
          {leftCents !== undefined && leftCents < 0 && (
            <p className={styles.short}>
              Your wallet has {formatCents(-leftCents)} less than this order costs.
            </p>
          )}
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
