import type { ComponentProps, ReactNode } from 'react';
import { createContext, use, useId } from 'react';
import { useActionData } from 'react-router';
import { beforeOf, type EditedField, FORM_TOKEN, type Undo } from '../../../contract/desk.ts';
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

/** What was typed into the form that was refused. */
const TypedFields = createContext<Record<string, string>>({});

/** @returns undefined unless the form was refused */
export function useTyped(name = ''): string | undefined {
  return use(TypedFields)[name];
}

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** @returns the line of the form's problem that begins with the field, marked, before its hint */
function useNote(label: ReactNode, hint: ReactNode) {
  const isRefused = useTyped('intent') !== undefined;
  const lines = useProblem().problem?.split('\n') ?? [];
  const begins = (line: string) => line.replace(/^Line \d+ of /, '').startsWith(`${label} `);
  const wrong = isRefused ? lines.find(begins) : undefined;
  if (wrong === undefined) return { note: hint, isWrong: undefined };
  const note = (
    <>
      <span className="wrong">{wrong}</span> {hint}
    </>
  );
  return { note, isWrong: true };
}

export function Field({ label, hint, ...rest }: FieldProps) {
  const id = useId();
  const { note, isWrong } = useNote(label, hint);
  const typed = useTyped(rest.name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-describedby={note === undefined ? undefined : `${id}hint`}
        aria-invalid={isWrong}
        {...rest}
        {...(typed !== undefined && { defaultValue: typed })}
      />
      {note !== undefined && (
        <p id={`${id}hint`} className="hint">
          {note}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps {
  label: string;
  name: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ label, name, value, choices }: SelectFieldProps) {
  return (
    <label className="field">
      {label}
      <select name={name} defaultValue={useTyped(name) ?? value}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A field whose kind the server says, and what it was: only a change of it is saved. */
export function TextField({ field }: { field: EditedField }) {
  const { name, value, isFile } = field;
  return (
    <>
      {!isFile && <input {...{ type: 'hidden', name: beforeOf(name), value }} />}
      <VisibleField field={field} />
    </>
  );
}

function VisibleField({ field }: { field: EditedField }) {
  const { name, label, hint, value, isLong, isFile, choices } = field;
  if (isFile) {
    return <Field {...{ label: `${label} (${value})`, hint, name, type: 'file' }} />;
  }
  if (choices !== undefined) {
    const texts = choices.map((choice) => [choice, choice || 'the usual one'] as const);
    return <SelectField {...{ label, name, value, choices: texts }} />;
  }
  if (isLong) return <LongField field={field} />;
  return <Field {...{ label, hint, name, defaultValue: value }} />;
}

function LongField({ field }: { field: EditedField }) {
  const { name, label, hint, value } = field;
  const typed = useTyped(name) ?? value;
  const { note, isWrong } = useNote(label, hint);
  return (
    <label className="field">
      {label}
      {note !== undefined && <span className="hint">{note}</span>}
      <textarea aria-invalid={isWrong} {...{ name, rows: 4, defaultValue: typed }} />
    </label>
  );
}

/** Takes the last change back with one press. */
export function UndoForm({ undo }: { undo: Undo | undefined }) {
  if (undo === undefined) return null;
  return (
    <Form className="row">
      <Hidden fields={undo.fields} />
      <button type="submit" className="button">
        Undo
      </button>
      <span className="secondary-text">{undo.label}</span>
    </Form>
  );
}

function Hidden({ fields }: { fields: Record<string, string | number> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} {...{ type: 'hidden', name, value }} />
  ));
}

interface IntentFormProps extends Pick<ComponentProps<'form'>, 'encType'> {
  /** What the form does: the field `intent`. */
  intent: string;
  title: string;
  /** The label of the button. */
  button: string;
  isDangerous?: boolean | undefined;
  /** Whether it is open before the operator opens it. */
  isOpen?: boolean;
  /** Whether the page shows while somebody types what it would lead to. */
  isLive?: boolean;
  hidden?: Record<string, string | number>;
  children: ReactNode;
}

/** One of several forms of a screen, which opens by its title; also after it was refused. */
export function IntentForm({
  intent,
  title,
  button,
  isDangerous,
  isOpen = false,
  encType,
  isLive,
  ...rest
}: IntentFormProps) {
  const { fields } = useProblem();
  const isRefused = fields?.intent === intent;
  return (
    <details className="surface card" open={isOpen || isRefused}>
      <summary>{title}</summary>
      <Form className="stack" encType={encType} data-live={isLive}>
        <input type="hidden" name="intent" value={intent} />
        <Hidden fields={rest.hidden ?? {}} />
        <ProblemText intent={intent} />
        <TypedFields value={isRefused ? fields : {}}>{rest.children}</TypedFields>
        <p>
          <button type="submit" className={`button ${isDangerous ? 'danger' : 'primary'}`}>
            {button}
          </button>
        </p>
      </Form>
    </details>
  );
}
