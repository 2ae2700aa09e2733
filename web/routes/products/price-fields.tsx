import { useId } from 'react';
import styles from './price-fields.module.css';
import type { PriceRange } from './use-price-range.ts';

export function PriceFields({ range }: { range: PriceRange }) {
  const { low, high, problem, type, onBlur } = range;
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
        name="minCost"
        label="Lowest price"
        value={low}
        onType={(text) => type('low', text)}
        placeholder="Min"
        {...wiring(problem?.isLowWrong)}
      />
      <span aria-hidden="true">–</span>
      <PriceField
        name="maxCost"
        label="Highest price"
        value={high}
        onType={(text) => type('high', text)}
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
  name: 'minCost' | 'maxCost';
  label: string;
  value: string;
  onType: (text: string) => void;
  placeholder: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

function PriceField({ label, onType, ...input }: PriceFieldProps) {
  return (
    <span className={styles.field}>
      <span className={styles.dollar} aria-hidden="true">
        $
      </span>
      <input
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={`${label}, in dollars`}
        // The browser checks this without script.
        pattern="\s*[0-9]{1,7}(\.[0-9]{1,2})?\s*"
        onChange={({ target }) => onType(target.value)}
        {...input}
      />
    </span>
  );
}
