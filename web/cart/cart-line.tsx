import { QUANTITY_MAX } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
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
        <p className={styles.gone}>No longer available</p>
        <Button variant="danger" onClick={() => onChange(0)}>
          Remove
        </Button>
      </li>
    );
  }
  return (
    <li className={styles.line}>
      <LinePicture line={line} />
      <LineName line={line} />
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

/** A line of the read-only summary: 'Qty: n' (spec 2, cart panel). */
export function ReadOnlyCartLine({ line }: { line: CartLine }) {
  return (
    <li className={styles.line}>
      <LinePicture line={line} />
      <LineName line={line} />
      <div className={styles.amounts}>
        <p>Qty: {line.qty}</p>
        <LineCost line={line} />
      </div>
    </li>
  );
}

function LinePicture({ line: { product } }: { line: CartLine }) {
  return <div className={styles.picture}>{product && <ProductPicture {...product} />}</div>;
}

function LineName({ line: { product, isGone } }: { line: CartLine }) {
  if (isGone) return <p className={styles.gone}>No longer available</p>;
  return <p className={styles.name}>{product?.name ?? 'Loading…'}</p>;
}

function LineCost({ line: { product, qty, isGone } }: { line: CartLine }) {
  return isGone ? null : <LineAmount cost={product?.cost} qty={qty} />;
}
