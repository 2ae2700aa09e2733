import type { ReactNode } from 'react';
import { formatCents } from '../../../contract/money.ts';
import { Amount } from '../../cart/amount.tsx';
import styles from './payment.module.css';

interface PaymentProps {
  /** Cents; undefined while a product of the cart is unknown. */
  totalCents: number | undefined;
  balanceCents: number;
  /** Shown under the wallet. */
  children: ReactNode;
}

/** The wallet, and what will be left in it (spec 2, checkout). */
export function Payment({ totalCents, balanceCents, children }: PaymentProps) {
  const leftCents = totalCents === undefined ? undefined : balanceCents - totalCents;
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
        {children}
      </div>
    </section>
  );
}
