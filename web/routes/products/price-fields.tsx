import { type RefObject, useId } from 'react';
import type { Listing } from '../../../contract/listing.ts';
import styles from './price-fields.module.css';
import { type PriceRange, priceText } from './price-range.ts';

interface PriceFieldsProps {
  listing: Listing;
  range: PriceRange;
}

export function PriceFields({ listing, range }: PriceFieldsProps) {
  const { low, high, problem, onBlur } = range;
  const id = useId();
  const wiring = (isWrong: boolean | undefined) => ({
    'aria-invalid': isWrong === true,
    'aria-describedby': isWrong ? id : undefined,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand in a line with it
    <div className={styles.price} role="group" aria-label="Price" onBlur={onBlur}>
      <span className={styles.label} aria-hidden="true">
        Price
      </span>
      <PriceField
        field={low}
        name="minCost"
        label="Lowest price"
        defaultValue={priceText(listing.minCost)}
        placeholder="Min"
        {...wiring(problem?.isLowWrong)}
      />
      <span aria-hidden="true">–</span>
      <PriceField
        field={high}
        name="maxCost"
        label="Highest price"
        defaultValue={priceText(listing.maxCost)}
        placeholder="Max"
        {...wiring(problem?.isHighWrong)}
      />
      {problem && (
        <p id={id} className={styles.problem} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}

interface PriceFieldProps {
  field: RefObject<HTMLInputElement | null>;
  name: 'minCost' | 'maxCost';
  label: string;
  defaultValue: string;
  placeholder: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

function PriceField({ field, label, ...input }: PriceFieldProps) {
  return (
    <span className={styles.field}>
      <span className={styles.dollar} aria-hidden="true">
        $
      </span>
      <input
        ref={field}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={`${label}, in dollars`}
        // Without script the browser checks; with it, the page says so itself.
        pattern="\s*[0-9]{1,7}(\.[0-9]{1,2})?\s*"
        {...input}
      />
    </span>
  );
}
