import { type ComponentProps, type ReactNode, useId } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './question.module.css';

type QuestionProps = Omit<ComponentProps<typeof Dialog>, 'labelledBy' | 'className'> & {
  heading: string;
};

/** A small dialog that asks something. */
export function Question({ heading, children, ...dialog }: QuestionProps) {
  const id = useId();
  return (
    <Dialog labelledBy={id} className={`stack ${styles.question}`} {...dialog}>
      <h2 id={id}>{heading}</h2>
      {children}
    </Dialog>
  );
}

/** The buttons of a question. */
export function Answers({ children }: { children: ReactNode }) {
  return <div className={`row ${styles.actions}`}>{children}</div>;
}
