import { type FocusEvent, useEffect, useId, useRef } from 'react';
import styles from './price-fields.module.css';
import type { PriceProblem, PriceRange } from './price-range.ts';

interface PriceFieldsProps {
  range: PriceRange;
  problem: PriceProblem | undefined;
  onApply: (form: HTMLFormElement | null) => void;
}

/** The fields keep the typed text until the address has another price. */
export function PriceFields({ range, problem, onApply }: PriceFieldsProps) {
  const id = useId();
  const wiring = (isWrong: boolean | undefined) => ({
    'aria-invalid': isWrong === true,
    'aria-describedby': isWrong ? id : undefined,
  });

  function onBlur(event: FocusEvent<HTMLElement>): void {
    const isLeft = !event.currentTarget.contains(event.relatedTarget);
    if (isLeft) onApply(event.currentTarget.closest('form'));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand in a line with it
    <div className={`row gap-2 ${styles.price}`} role="group" aria-label="Price" onBlur={onBlur}>
      <span className={`secondary-text ${styles.label}`} aria-hidden="true">
        Price
      </span>
      <PriceField
        name="minCost"
        label="Lowest price"
        price={range.minCost}
        placeholder="Min"
        {...wiring(problem?.isLowWrong)}
      />
      <span aria-hidden="true">–</span>
      <PriceField
        name="maxCost"
        label="Highest price"
        price={range.maxCost}
        placeholder="Max"
        {...wiring(problem?.isHighWrong)}
      />
      {problem && (
        <p id={id} className={`error-text ${styles.problem}`} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  );
}

interface PriceFieldProps {
  name: keyof PriceRange;
  label: string;
  /** Dollars; undefined without a limit. */
  price: number | undefined;
  placeholder: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

function PriceField({ label, price, ...attributes }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(price);
  useEffect(() => {
    if (price !== shown.current && input.current) input.current.value = String(price ?? '');
    shown.current = price;
  }, [price]);
  return (
    <span className={styles.field}>
      <span className={styles.dollar} aria-hidden="true">
        $
      </span>
      <input
        ref={input}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={`${label}, in dollars`}
        // The browser checks this without script.
        pattern="\s*[0-9]{1,7}(\.[0-9]{1,2})?\s*"
        defaultValue={price ?? ''}
        {...attributes}
      />
    </span>
  );
}
