import type { Product } from '../../../contract/catalogue.ts';
import { classNames } from '../../ui/class-names.ts';
import { ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';
import { useAddToCart } from './use-add-to-cart.ts';

/** Cards of the first row, whose pictures are loaded at once. */
const FIRST_ROW = 4;

interface ProductGridProps {
  products: Product[];
  /** The products of the previous listing; they are dimmed. */
  isStale: boolean;
}

export function ProductGrid({ products, isStale }: ProductGridProps) {
  const { add, stateOf } = useAddToCart();
  return (
    <ul className={classNames(styles.grid, isStale && styles.stale)}>
      {products.map((product, index) => (
        <li key={product._id} className={styles.cell}>
          <ProductCard
            product={product}
            isEager={index < FIRST_ROW}
            state={stateOf(product._id)}
            onAdd={add}
          />
        </li>
      ))}
    </ul>
  );
}

/** Card-shaped placeholders for the first load. */
export function ProductGridSkeleton() {
  return (
    <section aria-label="Products" aria-busy="true">
      <p className={styles.loading} role="status">
        Loading Products
      </p>
      <ul className={styles.grid} aria-hidden="true">
        {Array.from({ length: 2 * FIRST_ROW }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <li key={index} className={styles.skeleton} />
        ))}
      </ul>
    </section>
  );
}
