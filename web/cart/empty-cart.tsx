import { EmptyState } from '../ui/empty-state.tsx';

/** What an empty cart says (R5.5). */
export function EmptyCart() {
  return (
    <EmptyState scene="basket">
      <p>Cart is empty. Add more items to the cart to checkout.</p>
    </EmptyState>
  );
}
