import { QUANTITY_MAX } from '../../contract/limits.ts';
import { formatCents, toCents } from '../../contract/money.ts';
import { Button } from '../ui/button.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { Stepper } from '../ui/stepper.tsx';
import styles from './cart-line.module.css';
import type { CartLine } from './lines.ts';

interface EditableLineProps {
  line: CartLine;
  /** The quantity that is shown: the one on its way to the server, if there is one. */
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
        <Button look="danger" onClick={() => onChange(0)}>
          Remove
        </Button>
      </li>
    );
  }
  const name = line.product?.name ?? '';
  return (
    <li className={styles.line}>
      <LinePicture line={line} />
      <p className={styles.name}>{name}</p>
      <div className={styles.amounts}>
        <Stepper name={name} value={qty} max={QUANTITY_MAX} onChange={onChange} />
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
      {line.isGone ? (
        <p className={styles.gone}>No longer available</p>
      ) : (
        <p className={styles.name}>{line.product?.name}</p>
      )}
      <div className={styles.amounts}>
        <p>Qty: {line.qty}</p>
        <LineCost line={line} />
      </div>
    </li>
  );
}

function LinePicture({ line: { product } }: { line: CartLine }) {
  return (
    <div className={styles.picture}>
      {product && <ProductPicture key={product.image} {...product} />}
    </div>
  );
}

function LineCost({ line: { product } }: { line: CartLine }) {
  return product && <p className={styles.cost}>{formatCents(toCents(product.cost))}</p>;
}
