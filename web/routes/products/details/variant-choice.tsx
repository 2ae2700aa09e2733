import type { Variant } from '../../../../contract/pages.ts';
import { formatDollars } from '../../../api/money.ts';
import styles from './variant-choice.module.css';

export interface VariantChoiceProps {
  /** The id of the radio group. */
  id: string;
  /** Undefined while they are loading. */
  variants: readonly Variant[] | undefined;
  /** Undefined until one is chosen. */
  chosenId: string | undefined;
  /** A shopper has tried to add the product without a choice. */
  isMissing: boolean;
  onChoose: (variantId: string) => void;
}

/** Offers the variants of a product. Those that are sold out say so; they can be looked at. */
export function VariantChoice(props: VariantChoiceProps) {
  const { id, variants, chosenId, isMissing, onChoose } = props;
  const haveOnePrice = new Set(variants?.map(({ cost }) => cost)).size === 1;
  return (
    <div
      id={id}
      role="radiogroup"
      aria-labelledby={`${id}-heading`}
      aria-required
      aria-invalid={isMissing || undefined}
      className={`stack gap-2 ${styles.choice}`}
    >
      <h3 id={`${id}-heading`}>Options</h3>
      <div className={`row gap-2 ${styles.variants}`}>
        {variants?.map(({ _id, name, option, cost, stock }) => (
          <label
            key={_id}
            className={`option row nowrap gap-2 ${styles.variant}`}
            data-sold-out={stock === 0}
          >
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={_id === chosenId}
              onChange={() => onChoose(_id)}
            />
            <span className={`row ${styles.text}`}>
              <span className={styles.option} dir="auto">
                {option ?? name}
              </span>
              {!haveOnePrice && <span className={styles.cost}>{formatDollars(cost)}</span>}
              {stock === 0 && <span className="error-text">Out of stock</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
