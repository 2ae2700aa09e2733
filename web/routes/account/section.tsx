import { type ReactNode, type Ref, useId } from 'react';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded, type LoadedProps } from '../../ui/loaded.tsx';
import styles from './section.module.css';

/** The parts of a subject of the account, below its heading; from 900 px beside it. */
export function Group({ heading, children }: Pick<SectionProps, 'heading' | 'children'>) {
  return (
    <div className={styles.group}>
      <h2>{heading}</h2>
      <div className="surface">{children}</div>
    </div>
  );
}

interface SectionProps {
  heading: string;
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  children: ReactNode;
}

/** A part of a group. */
export function Section({ heading, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <section className={`stack card ${styles.section}`} aria-labelledby={id}>
      <h3 id={id} ref={headingRef} tabIndex={-1}>
        {heading}
      </h3>
      {children}
    </section>
  );
}

interface LoadedSectionProps<Data> extends Omit<SectionProps, 'children'> {
  query: LoadedProps<Data | null>['query'];
  what: string;
  /** Shown before the data are loaded. */
  lead?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A section that loads. Data that are null mean that the backend has no such call: then there is no section. */
export function LoadedSection<Data>(props: LoadedSectionProps<Data>) {
  const { query, what, lead, children, ...section } = props;
  if (query.data === null) return null;
  return (
    <Section {...section}>
      {lead}
      <Loaded query={query} what={what}>
        {(data) => data !== null && children(data)}
      </Loaded>
    </Section>
  );
}

interface EntryProps {
  name: ReactNode;
  /** The label of a button at the end. */
  action: string | undefined;
  onAction: () => void;
  children: ReactNode;
}

/** A session or a passkey in its list. */
export function Entry({ name, action, onAction, children }: EntryProps) {
  const id = useId();
  return (
    <li className="row nowrap spread">
      <div id={id}>
        <p className="typed">{name}</p>
        <div className="secondary-text">{children}</div>
      </div>
      {action !== undefined && (
        <Button variant="quiet" aria-describedby={id} onClick={onAction}>
          {action}
        </Button>
      )}
    </li>
  );
}

/** Tells password managers whose password a form is about. */
export function OwnUsername() {
  const { username } = useSession();
  return (
    <input
      type="text"
      name="username"
      aria-label="Username"
      autoComplete="username"
      value={username ?? ''}
      readOnly
      hidden
    />
  );
}
