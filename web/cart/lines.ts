/** The cart joined with its products (spec 3): what every view of the cart shows. */
import { useMemo } from 'react';
import type { Cart } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalogue.ts';
import { wholeCatalogue } from '../../contract/listing.ts';
import { sumCents, toCents } from '../../contract/money.ts';
import { cartQuery } from '../api/cart.ts';
import { productsByIdsQuery, productsQuery } from '../api/products.ts';
import { useQuery } from '../api/use-query.ts';
import { useSession } from '../session/session.ts';

export interface CartLine {
  productId: string;
  qty: number;
  /** Missing while it is asked for, and where it is gone. */
  product: Product | undefined;
  /** The product is no longer in the catalogue: the line counts nothing, and can only be removed. */
  isGone: boolean;
}

export interface CartView {
  lines: CartLine[];
  /** Cents; of the lines whose product is known. */
  totalCents: number;
  /** The sum of quantities (spec 2, checkout). */
  quantity: number;
  /** Every line's product is known, or known to be gone. */
  isComplete: boolean;
  /** Products are still being asked for. */
  isLoading: boolean;
}

/** The shopper's cart, or nothing while it isn't loaded. */
export function useCart(): CartView | undefined {
  const { token } = useSession();
  const { data: cart } = useQuery(cartQuery(token), {
    isWanted: token !== null,
    // A change in another tab is seen here as soon as this one gets the focus.
    asksOnReturn: true,
  });
  const { products, isSettled, isLoading } = useProductsOf(cart);
  return useMemo(
    () => cart && { ...viewOf(cart, products, isSettled), isLoading },
    [cart, products, isSettled, isLoading],
  );
}

function viewOf(cart: Cart, products: Map<string, Product>, isSettled: boolean) {
  const lines = cart
    // Spec 4: lines with quantity 0 are hidden.
    .filter(({ qty }) => qty > 0)
    .map(({ productId, qty }): CartLine => {
      const product = products.get(productId);
      return { productId, qty, product, isGone: isSettled && product === undefined };
    });
  const counted = lines.filter(({ isGone }) => !isGone);
  return {
    lines,
    totalCents: sumCents(
      counted.map(({ product, qty }) => ({ costCents: product ? toCents(product.cost) : 0, qty })),
    ),
    quantity: counted.reduce((sum, { qty }) => sum + qty, 0),
    isComplete: lines.every(({ product, isGone }) => product !== undefined || isGone),
  };
}

/**
 * The products of a cart: from the catalogue's pages at hand, and what isn't among them asked for by
 * id. A search changes nothing here.
 */
function useProductsOf(cart: Cart | undefined) {
  const list = useQuery(productsQuery(wholeCatalogue), { isWanted: false });
  const atHand = useMemo(
    () => new Map(list.data?.flatMap((page) => page.products).map((p) => [p._id, p])),
    [list.data],
  );
  const missing = useMemo(
    () =>
      (cart ?? [])
        .map(({ productId }) => productId)
        .filter((id) => !atHand.has(id))
        .sort(),
    [cart, atHand],
  );
  const byIds = useQuery(productsByIdsQuery(missing), {
    // While the first page is on its way, most of them may be on it.
    isWanted: missing.length > 0 && !list.isAwaited,
    keepsPrevious: true,
  });
  const products = useMemo(() => {
    const all = new Map(byIds.data?.map((product) => [product._id, product]));
    for (const [id, product] of atHand) all.set(id, product);
    return all;
  }, [atHand, byIds.data]);
  const isAnswered = !byIds.isPending && !byIds.hasFailed;
  const isSettled = missing.length === 0 || isAnswered;
  return { products, isSettled, isLoading: !isSettled && !byIds.hasFailed };
}
