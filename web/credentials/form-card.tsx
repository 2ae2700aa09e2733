import { type ReactNode, useId } from 'react';
import { useOwnShop } from '../session/site.ts';
import { Button } from '../ui/button.tsx';
import { useIsHydrated } from '../ui/hydrated.ts';
import { Problem } from '../ui/problem.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './form-card.module.css';
import type { Form } from './use-form.ts';

interface FormCardProps {
  form: Form;
  heading: string;
  submitLabel: string;
  /** While the request runs, a spinner replaces the button (R3.4). */
  busyLabel: string;
  /** Another way to do the same, below the button. */
  alternative?: ReactNode;
  /** The link to the other form. */
  footer: ReactNode;
  children: ReactNode;
}

/** A form in a narrow card beside the icon of the shop. */
export function FormCard(props: FormCardProps) {
  const { form, heading, submitLabel, busyLabel, alternative, footer, children } = props;
  // Before hydration no script checks or sends the fields.
  const isHydrated = useIsHydrated();
  const pauseId = useId();
  const icon = useOwnShop()?.icon ?? '/favicon.svg';
  return (
    <div className={styles.scene}>
      <div className={styles.picture} aria-hidden="true">
        <img src={icon} alt="" width={128} height={128} />
      </div>
      <form className={styles.card} {...form.attributes}>
        <h1>{heading}</h1>
        {children}
        {form.isBusy ? (
          <Spinner label={busyLabel} />
        ) : (
          <Button type="submit" wide disabled={!isHydrated} aria-describedby={pauseId}>
            {submitLabel}
          </Button>
        )}
        {form.pause !== undefined && <Problem id={pauseId} message={form.pause} />}
        {alternative}
        <p className="secondary-text">{footer}</p>
      </form>
    </div>
  );
}
