import { useState } from 'react';
import styles from './stepper.module.css';

interface StepperProps {
  /** The product's name; completes 'Increase quantity of'. */
  name: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}

/** Minus, the number, which can be typed, and plus (R5.3). Each press requests the value plus or minus one. */
export function Stepper({ name, value, min = 0, max, onChange }: StepperProps) {
  const label = `Quantity of ${name}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, whose text would repeat the name
    <div className={styles.stepper} role="group" aria-label={label}>
      <Step
        label={`Decrease quantity of ${name}`}
        sign="−"
        onPress={value > min && (() => onChange(value - 1))}
      />
      <QuantityField {...{ label, value, max, onChange }} />
      {/* Screen readers announce each change. */}
      <output className="visually-hidden">{value}</output>
      <Step
        label={`Increase quantity of ${name}`}
        sign="+"
        onPress={value < max && (() => onChange(value + 1))}
      />
    </div>
  );
}

/** `disabled` would drop the keyboard focus at the last step. */
function Step(props: { label: string; sign: string; onPress: (() => void) | false }) {
  const { label, sign, onPress } = props;
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={!onPress}
      onClick={onPress || undefined}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

interface QuantityFieldProps extends Pick<StepperProps, 'value' | 'max' | 'onChange'> {
  label: string;
}

/** Enter and leaving the field request a typed number from 1, and `max` for a larger one. Any other text gives way to the value. */
function QuantityField({ label, value, max, onChange }: QuantityFieldProps) {
  const [text, setText] = useState<string>();

  function commit(): void {
    const typed = Math.min(Number(text), max);
    if (Number.isInteger(typed) && typed >= 1 && typed !== value) onChange(typed);
    setText(undefined);
  }

  return (
    <input
      className={styles.value}
      inputMode="numeric"
      autoComplete="off"
      // Room for a number above any `max`: the first digits of one would be a smaller quantity.
      maxLength={3}
      aria-label={label}
      value={text ?? value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
