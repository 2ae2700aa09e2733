import styles from './stepper.module.css';

interface StepperProps {
  /** The product's name; completes 'Increase quantity of'. */
  name: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}

/** Shows minus, the number and plus (R5.3). Each press requests the value plus or minus one. */
export function Stepper({ name, value, min = 0, max, onChange }: StepperProps) {
  const isFull = value >= max;
  const isLowest = value <= min;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, whose text would repeat the name
    <div className={styles.stepper} role="group" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        className={styles.step}
        aria-label={`Decrease quantity of ${name}`}
        aria-disabled={isLowest}
        onClick={() => !isLowest && onChange(value - 1)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <output className={styles.value}>{value}</output>
      <button
        type="button"
        className={styles.step}
        aria-label={`Increase quantity of ${name}`}
        // `disabled` would drop the keyboard focus at the last step.
        aria-disabled={isFull}
        onClick={() => !isFull && onChange(value + 1)}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}
