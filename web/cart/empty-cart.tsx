import { EmptyState } from '../ui/empty-state.tsx';

/** The words of the specification for an empty cart (spec 2, cart panel). */
export function EmptyCart() {
  return (
    <EmptyState scene="basket">
      <p>Cart is empty. Add more items to the cart to checkout.</p>
    </EmptyState>
  );
}
