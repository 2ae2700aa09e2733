import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string;
  hint?: string;
  /** The error text; it marks the field as invalid. */
  error?: string | undefined;
  /** Rendered inside the field, at its end. */
  trailing?: ReactNode;
};

/** An input with its label, hint and error. */
export function Field({ label, hint, error, trailing, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className="stack gap-1">
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined}
          aria-describedby={
            [hint && hint !== error && hintId, error && errorId].filter(Boolean).join(' ') ||
            undefined
          }
          {...input}
        />
        {trailing}
      </div>
      {hint && hint !== error && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="error-text">
          {error}
        </p>
      )}
    </div>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.reveal}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
