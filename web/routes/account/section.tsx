import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps {
  heading: string;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One subject of the account, in a card. */
export function Section({ heading, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <section className="surface stack card" aria-labelledby={id}>
      <h2 id={id} ref={headingRef} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
