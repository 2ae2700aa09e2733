import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { useActionData } from 'react-router';
import { FORM_TOKEN } from '../../../contract/desk.ts';
import { type Problem, useVisit } from '../visit.ts';

/** A form of the desk, with the token that shows so. */
export function Form({ children, ...rest }: ComponentProps<'form'>) {
  const { token } = useVisit();
  return (
    <form method="post" {...rest}>
      <input type="hidden" name={FORM_TOKEN} value={token} />
      {children}
    </form>
  );
}

/** What was wrong with the form that was just sent, and its fields. */
export function useProblem(): Partial<Problem> {
  return (useActionData() as Problem | undefined) ?? {};
}

/** @param intent shows the problem only of the form with this field `intent` */
export function ProblemText({ intent }: { intent?: string }) {
  const { problem, fields } = useProblem();
  if (problem === undefined || (intent !== undefined && fields?.intent !== intent)) return null;
  return (
    <p role="alert" className="problem">
      {problem}
    </p>
  );
}

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Field({ label, hint, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hint === undefined ? undefined : `${id}hint`} {...rest} />
      {hint !== undefined && (
        <p id={`${id}hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
