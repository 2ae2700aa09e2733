import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCents } from '../../../contract/money.ts';
import { useCartAddress } from '../../cart/cart-address.ts';
import { Amount } from '../../cart/line-amount.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ORDER_PROBLEM_ID } from './order/order-problem.ts';
import styles from './payment.module.css';

interface PaymentProps {
  /** Cents; undefined while a product of the cart is unknown. */
  totalCents: number | undefined;
  balanceCents: number;
  /** Why the wallet kept the order from being placed. */
  problem: string | undefined;
  /** Shown under the wallet. */
  children: ReactNode;
}

/** The wallet, and what will be left in it (R6.4). */
export function Payment({ totalCents, balanceCents, problem, children }: PaymentProps) {
  const cartAddress = useCartAddress();
  const leftCents = totalCents === undefined ? undefined : balanceCents - totalCents;
  return (
    <section className="stack" aria-labelledby="payment-heading">
      <h2 id="payment-heading">Payment</h2>
      <div>
        <div
          className={`row ${styles.wallet}`}
          tabIndex={-1}
          data-problem={problem !== undefined}
          aria-describedby={problem && ORDER_PROBLEM_ID}
        >
          <Icon name="wallet" />
          <h3>Wallet</h3>
          <p>
            Pay <Amount cents={totalCents} /> of available {formatCents(balanceCents)}
          </p>
          {leftCents !== undefined && leftCents >= 0 && (
            <p className="secondary-text">{formatCents(leftCents)} will be left</p>
          )}
          {leftCents !== undefined && leftCents < 0 && problem === undefined && (
            <p className="error-text">
              Your wallet has {formatCents(-leftCents)} less than this order costs.
            </p>
          )}
          {problem !== undefined && (
            <>
              <Problem id={ORDER_PROBLEM_ID} message={problem} />
              <Link to={cartAddress}>Change your cart</Link>
            </>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}
