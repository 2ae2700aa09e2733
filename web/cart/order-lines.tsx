import { Link } from 'react-router';
import type { Product } from '../../contract/catalogue.ts';
import { productAddress } from '../../contract/listing.ts';
import type { OrderLine } from '../../contract/orders.ts';
import { ProductPicture } from '../ui/product-picture.tsx';
import { LineAmount } from './line-amount.tsx';
import styles from './order-lines.module.css';

interface OrderLinesProps {
  lines: readonly OrderLine[];
  products: ReadonlyMap<string, Product>;
  areProductsKnown: boolean;
  /** Whether the pictures are in sight. */
  eager?: boolean | undefined;
}

/** Shows names and prices as they were when the order was placed, and today's pictures of products still on sale. */
export function OrderLines({ lines, products, areProductsKnown, eager }: OrderLinesProps) {
  return (
    <ul>
      {lines.map(({ productId, name, cost, qty, cancelled = 0 }) => {
        const product = products.get(productId);
        return (
          <li key={productId} className={styles.line}>
            <Thumbnail product={product} eager={eager} />
            <p className={styles.name} dir="auto">
              {product ? <Link to={productAddress(productId)}>{name}</Link> : name}
              {!product && areProductsKnown && (
                <span className={styles.gone}>No longer available</span>
              )}
              {cancelled > 0 && (
                <span className={styles.gone}>
                  {cancelled} of {qty} cancelled
                </span>
              )}
            </p>
            <LineAmount cost={cost} qty={qty} />
          </li>
        );
      })}
    </ul>
  );
}

/** @param props.product undefined if it is no longer in the catalogue, or not loaded yet */
export function Thumbnail({
  product,
  eager,
}: Pick<OrderLinesProps, 'eager'> & { product: Product | undefined }) {
  return (
    <div className={`thumbnail ${styles.picture}`}>
      {product && <ProductPicture {...product} eager={eager} />}
    </div>
  );
}
