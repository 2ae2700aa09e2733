import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './button.tsx';
import styles from './form-card.module.css';
import { useIsHydrated } from './hydrated.ts';
import { Spinner } from './spinner.tsx';

interface FormCardProps {
  heading: string;
  /** Shown beside the form on wide screens. */
  picture: ReactNode;
  /** Receives the text of each field by its name. */
  onSubmit: (fields: Record<string, string>) => void;
  submitLabel: string;
  /** While the request runs, a spinner replaces the button (spec 2). */
  busyLabel: string;
  isBusy: boolean;
  /** Another way to do the same, below the button. */
  alternative?: ReactNode;
  /** The link to the other form. */
  footer: ReactNode;
  children: ReactNode;
}

/** A form in a narrow card beside a picture. */
export function FormCard({
  heading,
  picture,
  onSubmit,
  alternative,
  footer,
  children,
  ...button
}: FormCardProps) {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (button.isBusy) return;
    const fields = new FormData(event.currentTarget);
    onSubmit(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])));
  }
  // Before hydration no script checks or sends the fields.
  const isHydrated = useIsHydrated();
  return (
    <div className={styles.scene}>
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      {/* POST keeps the password out of the address if the form is submitted without script. */}
      <form className={styles.card} method="post" onSubmit={submit} noValidate>
        <h1>{heading}</h1>
        {children}
        {button.isBusy ? (
          <Spinner label={button.busyLabel} />
        ) : (
          <Button type="submit" wide disabled={!isHydrated}>
            {button.submitLabel}
          </Button>
        )}
        {alternative}
        <p className={styles.footer}>{footer}</p>
      </form>
    </div>
  );
}
