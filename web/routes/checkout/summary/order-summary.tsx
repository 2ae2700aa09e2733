import { type ReactNode, useRef } from 'react';
import { SHIPPING_CENTS } from '../../../../contract/limits.ts';
import { formatCents } from '../../../../contract/money.ts';
import { formatDollars } from '../../../api/money.ts';
import lineStyles from '../../../cart/cart-line.module.css';
import { LineCost, LineName, LinePicture } from '../../../cart/cart-line.tsx';
import { itemsOf } from '../../../cart/cart-link.tsx';
import { EmptyCart } from '../../../cart/empty-cart.tsx';
import { Amount } from '../../../cart/line-amount.tsx';
import type { CartLine, CartView } from '../../../cart/use-cart.ts';
import { useOwnShop } from '../../../session/site.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailure } from '../../../ui/loaded.tsx';
import { type LineProblem, ORDER_PROBLEM_ID } from '../order/order-problem.ts';
import type { ChangedPrices } from './changed-prices.ts';
import problemStyles from './line-problem.module.css';
import { MendLine } from './line-problem.tsx';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  cart: CartView;
  onRetry: () => void;
  /** The line that kept the order from being placed. Only this line can be changed here. */
  problem: LineProblem | undefined;
  /** The prices before they changed. */
  changes: ChangedPrices | undefined;
}

/** On a phone the summary is a line that opens. It is open if it has something to say. */
export function FoldedSummary(props: OrderSummaryProps) {
  const { cart, problem, changes } = props;
  const isNews = cart.lines.length === 0 || cart.hasFailed || problem || changes;
  return (
    <details className={styles.folded} open={Boolean(isNews)}>
      <summary className="row nowrap spread">
        <span>
          Order summary · {itemsOf(cart.quantity)} · <Amount cents={cart.totalCents} />
        </span>
        <Icon name="down" />
      </summary>
      <OrderSummary {...props} />
    </details>
  );
}

/** The read-only cart at the checkout (R6.4). */
export function OrderSummary({ cart, onRetry, problem, changes }: OrderSummaryProps) {
  // Receives the focus when a line is mended.
  const heading = useRef<HTMLHeadingElement>(null);
  const { tax } = useOwnShop() ?? {};
  return (
    <section className={`column ${styles.summary}`} aria-labelledby="summary-heading">
      <h2 id="summary-heading" ref={heading} tabIndex={-1}>
        Order details
      </h2>
      {cart.lines.length === 0 ? (
        <>
          <EmptyCart />
          <LinkButton to="/">Continue Shopping</LinkButton>
        </>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        <ul className="scrolled" tabIndex={0}>
          {cart.lines.map((line) => (
            <ReadOnlyCartLine
              key={line.productId}
              line={line}
              problem={line.productId === problem?.productId ? problem : undefined}
              was={changes?.costs.get(line.productId)}
              onMend={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {cart.hasFailed && <LoadFailure what="Some products" onRetry={onRetry} />}
      <dl className="stack gap-2 ruled">
        <Figure name="Products">{cart.quantity}</Figure>
        <Figure name="Subtotal">
          <Amount cents={cart.totalCents} />
        </Figure>
        <Figure name="Shipping charges">{formatCents(SHIPPING_CENTS)}</Figure>
        <Figure name="Total" isTotal>
          {changes && <OldAmount cents={changes.totalCents + SHIPPING_CENTS} />}
          <Amount
            cents={cart.totalCents === undefined ? undefined : cart.totalCents + SHIPPING_CENTS}
          />
        </Figure>
      </dl>
      {tax && <p className="typed secondary-text">Prices include {tax}.</p>}
    </section>
  );
}

interface ReadOnlyLineProps {
  line: CartLine;
  /** Why it can't be ordered. */
  problem: LineProblem | undefined;
  /** What one did cost, in dollars, if that has changed. */
  was: number | undefined;
  onMend: () => void;
}

/** A line of the read-only summary: 'Qty: n' (R6.4). */
function ReadOnlyCartLine({ line, problem, was, onMend }: ReadOnlyLineProps) {
  return (
    <li
      className={classNames(lineStyles.line, problemStyles.line)}
      tabIndex={problem && -1}
      data-problem={problem && true}
      aria-describedby={problem && ORDER_PROBLEM_ID}
    >
      <LinePicture line={line} />
      <LineName line={line} />
      <div className={`row spread gap-2 ${lineStyles.amounts}`}>
        <p>Qty: {line.qty}</p>
        <LineCost line={line} />
      </div>
      {was !== undefined && line.product && (
        <p className={styles.changed}>
          was {formatDollars(was)}, now {formatDollars(line.product.cost)}
        </p>
      )}
      {problem && <MendLine problem={problem} name={line.product?.name} onMend={onMend} />}
    </li>
  );
}

function OldAmount({ cents }: { cents: number }) {
  return (
    <>
      <span className="visually-hidden">was </span>
      <s className="secondary-text">{formatCents(cents)}</s>
      <span className="visually-hidden">, now </span>
    </>
  );
}

function Figure(props: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('row spread', props.isTotal && `amount ${styles.total}`)}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
