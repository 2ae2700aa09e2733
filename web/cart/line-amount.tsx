import { formatCents } from '../../contract/money.ts';
import { centsOf } from '../api/money.ts';
import styles from './line-amount.module.css';

interface LineAmountProps {
  /** What one costs, in dollars; undefined while it is unknown. */
  cost: number | undefined;
  qty: number;
}

/** What a line of a cart or an order costs: `$149.99`, or `2 × $149.99` and `$299.98`. */
export function LineAmount({ cost, qty }: LineAmountProps) {
  const cents = cost === undefined ? undefined : centsOf(cost);
  const isSeveral = qty > 1 && cents !== undefined;
  return (
    <p className={styles.amount}>
      {isSeveral && (
        <span className="hint">
          {qty} × <Amount cents={cents} />
        </span>
      )}
      <strong>
        <Amount cents={isSeveral ? cents * qty : cents} />
      </strong>
    </p>
  );
}

/** An amount of money. An unknown amount is shown as pending, never as $0. */
export function Amount({ cents }: { cents: number | undefined }) {
  if (cents !== undefined) return formatCents(cents);
  return (
    <>
      <span aria-hidden="true">…</span>
      <span className="visually-hidden">not known yet</span>
    </>
  );
}
