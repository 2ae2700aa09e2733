import type { Product } from '../../../contract/catalogue.ts';
import { classNames } from '../../ui/class-names.ts';
import { useAddToCart } from './add-to-cart.ts';
import { ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';

/** Cards of the first row, whose pictures are wanted at once. */
const FIRST_ROW = 4;

interface ProductGridProps {
  products: Product[];
  /** Of an earlier search: dimmed until the new ones are there. */
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

/** Card-shaped, while there is nothing to show yet. */
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
