import type { ReactNode, SubmitEvent } from 'react';
import styles from './form-card.module.css';

interface FormCardProps {
  heading: string;
  onSubmit: () => void;
  /** The way to the other form. */
  footer: ReactNode;
  children: ReactNode;
}

/** One narrow card beside a picture. */
export function FormCard({ heading, onSubmit, footer, children }: FormCardProps) {
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <div className={styles.scene}>
      <div className={styles.picture} aria-hidden="true">
        <img src="/pictures/1f392.webp" alt="" width={256} height={256} />
      </div>
      <form className={styles.card} onSubmit={submit} noValidate>
        <h1 className={styles.heading}>{heading}</h1>
        {children}
        <p className={styles.footer}>{footer}</p>
      </form>
    </div>
  );
}
