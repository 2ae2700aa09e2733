import { memo } from 'react';
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

interface EditableLineProps extends CartLine {
  /** The pending quantity, or else the quantity of the line. */
  shownQty: number;
  onChange: (productId: string, qty: number) => void;
}

/** A line with its stepper (R5.4). Memoised, because a change of a long cart leaves most lines as they are. */
export const EditableCartLine = memo(function EditableCartLine(props: EditableLineProps) {
  const { shownQty, onChange, ...line } = props;
  const change = (qty: number) => onChange(line.productId, qty);
  if (line.isGone) {
    return (
      <li className={styles.line}>
        <LinePicture line={line} />
        <p className="error-text">No longer available</p>
        <Button variant="danger" onClick={() => change(0)}>
          Remove
        </Button>
      </li>
    );
  }
  return (
    <li className={styles.line}>
      <LinePicture line={line} />
      <div className={`row nowrap spread gap-2 ${styles.head}`}>
        <LineName line={line} isLink />
        <Button
          variant="quiet"
          className={styles.remove}
          aria-label={`Remove ${line.product?.name ?? 'product'}`}
          onClick={() => change(0)}
        >
          <Icon name="close" />
        </Button>
      </div>
      <div className={`row spread gap-2 ${styles.amounts}`}>
        {line.product ? (
          <Stepper name={line.product.name} value={shownQty} max={QUANTITY_MAX} onChange={change} />
        ) : (
          <p>Qty: {shownQty}</p>
        )}
        <LineCost line={line} />
      </div>
    </li>
  );
});

export function LinePicture({ line: { product } }: { line: CartLine }) {
  return (
    <div className={`thumbnail ${styles.picture}`}>
      {product && <ProductPicture {...product} />}
    </div>
  );
}

/** @param props.isLink the name leads to the product; in the summary, links would be far to tab over */
export function LineName({ line, isLink }: { line: CartLine; isLink?: boolean }) {
  const { product, isGone } = line;
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
