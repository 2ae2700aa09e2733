/** The cart joined with its products (R5.1). */
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Cart } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalogue.ts';
import { wholeCatalogue } from '../../contract/listing.ts';
import { sumCents } from '../../contract/money.ts';
import type { ProductPage } from '../../contract/pages.ts';
import { cartQuery } from '../api/cart.ts';
import { centsOf } from '../api/money.ts';
import { productsByIdsQuery, productsQuery } from '../api/products.ts';
import { useSession } from '../session/session.ts';

export interface CartLine {
  productId: string;
  qty: number;
  /** Undefined while the product is loading, and if it is gone. */
  product: Product | undefined;
  /** The product is no longer in the catalogue. The line adds nothing to the total and can only be removed. */
  isGone: boolean;
}

export interface CartView {
  lines: CartLine[];
  /** Cents; undefined while the product of any line is unknown. */
  totalCents: number | undefined;
  /** The sum of quantities (R6.4). */
  quantity: number;
  /** Some products could not be loaded. */
  hasFailed: boolean;
}

/** Like the result of a query. */
export interface CartQuery {
  data: CartView | undefined;
  /** The cart itself could not be loaded. */
  isLoadingError: boolean;
  /** Loads the cart again, or else its products. */
  refetch: () => void;
}

/** The shopper's cart. */
export function useCart(): CartQuery {
  const { token } = useSession();
  const query = useQuery(cartQuery(token));
  const { products, isSettled, hasFailed, refetch } = useProductsOf(query.data);
  return {
    data: query.data && { ...viewOf(query.data, products, isSettled), hasFailed },
    isLoadingError: query.isLoadingError,
    refetch: () => void (query.isLoadingError ? query.refetch() : refetch()),
  };
}

function viewOf(cart: Cart, products: Map<string, Product>, isSettled: boolean) {
  const lines = cart
    // R5.3: lines with quantity 0 are hidden.
    .filter(({ qty }) => qty > 0)
    .map(({ productId, qty }): CartLine => {
      const product = products.get(productId);
      return { productId, qty, product, isGone: isSettled && product === undefined };
    });
  const counted = lines.filter(({ isGone }) => !isGone);
  const quantity = counted.reduce((sum, { qty }) => sum + qty, 0);
  return { lines, totalCents: totalOf(counted), quantity };
}

function totalOf(lines: CartLine[]): number | undefined {
  const priced = lines.flatMap(({ product, qty }) =>
    product ? [{ costCents: centsOf(product.cost), qty }] : [],
  );
  return priced.length === lines.length ? sumCents(priced) : undefined;
}

/**
 * The products of the lines of a cart or of orders. They come from the loaded pages of the whole catalogue; the
 * missing ones are fetched by id. A search does not change them.
 */
export function useProductsOf(lines: readonly Line[] = []) {
  const list = useInfiniteQuery({ ...productsQuery(wholeCatalogue), enabled: false });
  const products = byId(list.data);
  const missing = missingIds(lines, list.data);
  const byIds = useQuery({
    ...productsByIdsQuery(missing),
    // Wait for the first page of the catalogue, which may contain the missing products.
    enabled: missing.length > 0 && !list.isLoading,
    placeholderData: keepPreviousData,
  });
  for (const product of byIds.data ?? []) {
    if (!products.has(product._id)) products.set(product._id, product);
  }
  return {
    products,
    isSettled: missing.length === 0 || (byIds.isSuccess && !byIds.isPlaceholderData),
    hasFailed: missing.length > 0 && byIds.isLoadingError,
    refetch: byIds.refetch,
  };
}

interface Line {
  productId: string;
}

type Pages = InfiniteData<ProductPage>;

function byId(list: Pages | undefined): Map<string, Product> {
  const products = list?.pages.flatMap((page) => page.products) ?? [];
  return new Map(products.map((product) => [product._id, product]));
}

/** The distinct ids of the lines whose products are not on the loaded pages. */
export function missingIds(lines: readonly Line[], list: Pages | undefined): string[] {
  const products = byId(list);
  const ids = new Set(lines.map(({ productId }) => productId));
  return [...ids].filter((id) => !products.has(id)).sort();
}
