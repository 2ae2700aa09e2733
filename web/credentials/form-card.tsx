import type { ReactNode, SubmitEvent } from 'react';
import { useOwnShop } from '../session/site.ts';
import { Button } from '../ui/button.tsx';
import { useIsHydrated } from '../ui/hydrated.ts';
import { pictures } from '../ui/pictures.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './form-card.module.css';

interface FormCardProps {
  heading: string;
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
export function FormCard(props: FormCardProps) {
  const { heading, onSubmit, alternative, footer, children, ...button } = props;
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
        <WelcomePicture />
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
        <p className="secondary-text">{footer}</p>
      </form>
    </div>
  );
}

/** The icon of the shop, or the picture of the demo without an identity. */
function WelcomePicture() {
  const icon = useOwnShop()?.icon;
  const side = icon === undefined ? 256 : 128;
  return <img src={icon ?? pictures.welcome} alt="" width={side} height={side} />;
}
