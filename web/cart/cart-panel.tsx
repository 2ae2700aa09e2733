import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { addressesQuery } from '../api/addresses.ts';
import { cartMutation, usePendingChanges } from '../api/cart.ts';
import { useSession } from '../session/session.ts';
import { useShopperMutation } from '../session/use-shopper-mutation.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded, LoadFailure } from '../ui/loaded.tsx';
import { CART_ID, useCartVisit } from './cart-address.ts';
import { EditableCartLine } from './cart-line.tsx';
import styles from './cart-panel.module.css';
import { EmptyCart } from './empty-cart.tsx';
import { Amount } from './line-amount.tsx';
import type { CartQuery, CartView } from './use-cart.ts';

/** The lines of the first rendering, which fill a screen. The others follow, so that a long cart is shown at once. */
const FIRST_LINES = 20;

interface CartPanelProps extends CartQuery {
  /** Closes the sheet; undefined in the sidebar. */
  onClose?: () => void;
}

/** The cart beside or over the products (R5). */
export default function CartPanel({ onClose, ...query }: CartPanelProps) {
  // Receives the focus when the focused line is removed.
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useCartVisit();
  // The link to the cart moves the focus to it.
  useEffect(() => {
    if (visit !== undefined) document.getElementById(CART_ID)?.focus({ preventScroll: true });
  }, [visit]);
  return (
    <section
      id={CART_ID}
      className={`column ${styles.panel}`}
      aria-labelledby="cart-heading"
      tabIndex={-1}
    >
      <div className="row spread">
        <h2 id="cart-heading" ref={heading} tabIndex={-1}>
          Cart
        </h2>
        {onClose && (
          <Button
            variant="quiet"
            className={styles.close}
            aria-label="Close cart"
            onClick={onClose}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
      <Loaded query={query} what="Your cart">
        {(cart) => <CartContent cart={cart} onRetry={query.refetch} heading={heading} />}
      </Loaded>
    </section>
  );
}

interface CartContentProps {
  cart: CartView;
  onRetry: () => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

function CartContent({ cart, onRetry, heading }: CartContentProps) {
  const { token } = useSession();
  const client = useQueryClient();
  const { mutate } = useShopperMutation(cartMutation);
  const changes = usePendingChanges(token);
  const pending = new Map(changes.map(({ productId, qty }) => [productId, qty]));
  const shown = cart.lines
    .map((line) => ({ line, qty: pending.get(line.productId) ?? line.qty }))
    .filter(({ qty }) => qty > 0);
  const isWhole = useDeferredValue(true, false);

  // Keep the function stable, so that the memoised lines do not render again.
  const change = useCallback(
    (productId: string, qty: number): void => {
      if (qty === 0) heading.current?.focus();
      mutate({ productId, qty });
    },
    [heading, mutate],
  );

  /** Prefetches without `meta`, so a failure is silent. The checkout loads the addresses again and shows a failure. */
  function prefetchAddresses(): void {
    client.prefetchQuery({ ...addressesQuery(token), meta: {} });
  }

  if (shown.length === 0) {
    return <EmptyCart />;
  }
  return (
    <>
      <ul className="scrolled">
        {(isWhole ? shown : shown.slice(0, FIRST_LINES)).map(({ line, qty }) => (
          <EditableCartLine key={line.productId} {...line} shownQty={qty} onChange={change} />
        ))}
      </ul>
      {cart.hasFailed && <LoadFailure what="Some products" onRetry={onRetry} />}
      <div className="stack gap-3 ruled" data-bar="tall">
        {/* Lines show pending quantities; money is always the server's. */}
        <p className={`row spread ${styles.total}`} aria-busy={pending.size > 0}>
          <span>Order total</span>
          <strong>
            <Amount cents={cart.totalCents} />
          </strong>
        </p>
        <LinkButton
          to="/checkout"
          wide
          onPointerEnter={prefetchAddresses}
          onFocus={prefetchAddresses}
        >
          Checkout
        </LinkButton>
      </div>
    </>
  );
}
