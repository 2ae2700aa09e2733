import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  heading: string;
  children: ReactNode;
}

/** One subject of the account, in a card. */
export function Section({ heading, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
