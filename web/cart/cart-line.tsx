import { Link } from 'react-router';
import { QUANTITY_MAX } from '../../contract/limits.ts';
import { productAddress } from '../../contract/listing.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { Stepper } from '../ui/stepper.tsx';
import styles from './cart-line.module.css';
import { LineAmount } from './line-amount.tsx';
import type { CartLine } from './use-cart.ts';

interface EditableLineProps {
  line: CartLine;
  /** The pending quantity, or else the quantity of the line. */
  qty: number;
  onChange: (qty: number) => void;
}

/** A line with its stepper (spec 2, cart panel). */
export function EditableCartLine({ line, qty, onChange }: EditableLineProps) {
  if (line.isGone) {
    return (
      <li className={styles.line}>
        <LinePicture line={line} />
        <p className="error-text">No longer available</p>
        <Button variant="danger" onClick={() => onChange(0)}>
          Remove
        </Button>
      </li>
    );
  }
  return (
    <li className={styles.line}>
      <LinePicture line={line} />
      <div className={styles.head}>
        <LineName line={line} isLink />
        <Button
          variant="quiet"
          className={styles.remove}
          aria-label={`Remove ${line.product?.name ?? 'product'}`}
          onClick={() => onChange(0)}
        >
          <Icon name="close" />
        </Button>
      </div>
      <div className={styles.amounts}>
        {line.product ? (
          <Stepper name={line.product.name} value={qty} max={QUANTITY_MAX} onChange={onChange} />
        ) : (
          <p>Qty: {qty}</p>
        )}
        <LineCost line={line} />
      </div>
    </li>
  );
}

export function LinePicture({ line: { product } }: { line: CartLine }) {
  return <div className={styles.picture}>{product && <ProductPicture {...product} />}</div>;
}

/** @param props.isLink the name leads to the product; in the summary, links would be far to tab over */
export function LineName({
  line: { product, isGone },
  isLink,
}: {
  line: CartLine;
  isLink?: boolean;
}) {
  if (isGone) return <p className="error-text">No longer available</p>;
  if (!product) return <p className={styles.name}>Loading…</p>;
  return (
    <div>
      <p className={styles.name} dir="auto">
        {isLink ? <Link to={productAddress(product._id)}>{product.name}</Link> : product.name}
      </p>
      {product.available === false && <p className="error-text">Out of stock</p>}
    </div>
  );
}

export function LineCost({ line: { product, qty, isGone } }: { line: CartLine }) {
  return isGone ? null : <LineAmount cost={product?.cost} qty={qty} />;
}
