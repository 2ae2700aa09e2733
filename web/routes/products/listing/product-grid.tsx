import { useEffect } from 'react';
import type { Product } from '../../../../contract/catalogue.ts';
import { type Listing, pageAddress } from '../../../../contract/listing.ts';
import { useAddToCart } from '../../../cart/add-to-cart.tsx';
import { type CartView, useCart } from '../../../cart/use-cart.ts';
import { classNames } from '../../../ui/class-names.ts';
import { loadScenes } from '../../../ui/empty-state.tsx';
import { whenIdle } from '../../../ui/idle.ts';
import { importProductDialog, useOpenProduct } from '../details/use-open-product.ts';
import { ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';

/** The number of cards whose pictures are loaded at once. */
const FIRST_ROW = 4;

interface ProductGridProps {
  listing: Listing;
  products: Product[];
  /** The products are those of the previous listing, and are dimmed. */
  isStale: boolean;
}

export function ProductGrid({ listing, products, isStale }: ProductGridProps) {
  const { add, stateOf } = useAddToCart();
  const open = useOpenProduct();
  const inCart = quantitiesIn(useCart().data);
  useEffect(
    () =>
      whenIdle(() => {
        // `useOpenProduct` handles a failure.
        importProductDialog().catch(() => {});
        loadScenes();
      }),
    [],
  );
  return (
    <ul className={classNames(styles.grid, isStale && styles.stale)}>
      {products.map((product, index) => (
        <li key={product._id} className={styles.cell}>
          <ProductCard
            product={product}
            address={pageAddress(listing, product._id)}
            // Few products have wider cards, whose pictures are measured because they are lazy.
            isEager={index < FIRST_ROW && products.length >= FIRST_ROW}
            inCart={inCart.get(product.group ?? product._id) ?? 0}
            state={isSoldOut(product) ? 'soldOut' : stateOf(product._id)}
            onAdd={add}
            onOpen={open}
          />
        </li>
      ))}
    </ul>
  );
}

/** The quantity of each group, whose variants share a card, and of each product without one. */
function quantitiesIn(cart: CartView | undefined): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { productId, product, qty } of cart?.lines ?? []) {
    const shared = product?.group ?? productId;
    quantities.set(shared, (quantities.get(shared) ?? 0) + qty);
  }
  return quantities;
}

/** Of a group, other variants may be left: its dialog says which. */
function isSoldOut({ available, group }: Product): boolean {
  return available === false && group === undefined;
}

/** Card-shaped placeholders for the first load. */
export function ProductGridSkeleton() {
  return (
    <ul className={styles.grid} aria-hidden="true">
      {Array.from({ length: 2 * FIRST_ROW }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={index} className={styles.skeleton} />
      ))}
    </ul>
  );
}
