import { type ReactNode, useRef } from 'react';
import { SHIPPING_CENTS } from '../../contract/limits.ts';
import { formatCents } from '../../contract/money.ts';
import { useOwnShop } from '../app/site.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Amount } from './amount.tsx';
import { EmptyCart } from './empty-cart.tsx';
import type { LineProblem } from './line-problem.tsx';
import styles from './order-summary.module.css';
import { ReadOnlyCartLine } from './read-only-line.tsx';
import type { CartView } from './use-cart.ts';

interface OrderSummaryProps {
  cart: CartView;
  onRetry: () => void;
  /** The line that kept the order from being placed. Only this line can be changed here. */
  problem: LineProblem | undefined;
}

/** The read-only cart at the checkout (spec 2, checkout). */
export function OrderSummary({ cart, onRetry, problem }: OrderSummaryProps) {
  // Receives the focus when a line is mended.
  const heading = useRef<HTMLHeadingElement>(null);
  const { tax } = useOwnShop() ?? {};
  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" ref={heading} tabIndex={-1} className={styles.heading}>
        Order details
      </h2>
      {cart.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        <ul className={styles.lines} tabIndex={0}>
          {cart.lines.map((line) => (
            <ReadOnlyCartLine
              key={line.productId}
              line={line}
              problem={line.productId === problem?.productId ? problem : undefined}
              onMend={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {cart.hasFailed && <LoadFailure what="Some products" onRetry={onRetry} />}
      <dl className={styles.figures}>
        <Figure name="Products">{cart.quantity}</Figure>
        <Figure name="Subtotal">
          <Amount cents={cart.totalCents} />
        </Figure>
        <Figure name="Shipping charges">{formatCents(SHIPPING_CENTS)}</Figure>
        <Figure name="Total" isTotal>
          <Amount
            cents={cart.totalCents === undefined ? undefined : cart.totalCents + SHIPPING_CENTS}
          />
        </Figure>
      </dl>
      {tax && (
        <p className={styles.tax}>
          Prices include {tax.percent}% {tax.name}.
        </p>
      )}
    </section>
  );
}

function Figure(props: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={props.isTotal ? styles.total : styles.figure}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
