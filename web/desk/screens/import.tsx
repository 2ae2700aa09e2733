import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import {
  deskPaths,
  type ImportPage,
  type ImportPreview,
  type ImportRun,
} from '../../../contract/desk.ts';
import { CURRENCY } from '../../../contract/money.ts';
import { Field, Form, ProblemText } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { actionOf, goTo, loaderOf } from '../visit.ts';

export const loader = loaderOf(async ({ desk, filters: { run: id } }) => {
  const page = await desk.readImport();
  return { ...page, isLost: id !== undefined && id !== page.run?.id };
});

export const action = actionOf(async ({ desk, ...form }) => {
  const { id } = await desk.changeImport(form);
  return goTo(`${deskPaths.import}?run=${id}`);
});

export function Component() {
  const page = useLoaderData<typeof loader>();
  const { run, busy, isLost, exportedFormats } = page;
  const isAtWork = run?.progress !== undefined;
  const chosen = isAtWork || run?.isDone ? undefined : run;
  return (
    <>
      <div className="row spread">
        <h1>Import</h1>
        <form action={deskPaths.catalogueFile} className="row">
          <Choice
            name="format"
            label="Format of the export"
            value="csv"
            choices={exportedFormats}
          />
          <button type="submit" className="button">
            Export the catalogue
          </button>
        </form>
      </div>
      <ProblemText />
      {isLost && (
        <p role="alert" className="problem">
          This import is not known any more: the shop was started again, or an hour has passed.{' '}
          <a href={deskPaths.log}>The log</a> says how many products it has changed. Choose the file
          again to write the rest: it sets stock and prices again, so first remove what was sold or
          changed since.
        </p>
      )}
      {busy !== undefined && <p className="notice">{busy}</p>}
      {run?.result !== undefined && <Result {...run.result} />}
      {isAtWork && <Progress run={run} />}
      {chosen?.preview !== undefined && <Preview id={chosen.id} preview={chosen.preview} />}
      {chosen !== undefined && <Columns page={page} run={chosen} />}
      {!isAtWork && <ChooseFile isFirst={chosen === undefined} />}
    </>
  );
}

function Result({ isProblem, text, hasRefusedRows }: NonNullable<ImportRun['result']>) {
  return (
    <p role={isProblem ? 'alert' : 'status'} className={isProblem ? 'problem' : 'notice'}>
      {text}
      {hasRefusedRows && (
        <>
          {' '}
          <a href={deskPaths.refusedFile}>Download the refused rows</a>
        </>
      )}
    </p>
  );
}

function Progress({ run }: { run: ImportRun }) {
  return (
    <section className="surface card stack">
      <h2>{run.file}</h2>
      <p role="status" data-progress>
        {run.progress}
      </p>
      <StepForm {...{ id: run.id, intent: 'stop', button: 'Stop', kind: 'danger' }}>
        <noscript>
          <a href={deskPaths.import}>Show how far it is</a>
        </noscript>
      </StepForm>
    </section>
  );
}

interface StepFormProps {
  id: string;
  intent: string;
  /** The label of the button. */
  button: string;
  kind?: 'primary' | 'danger' | undefined;
  children?: ReactNode;
}

function StepForm({ id, intent, button, kind, children }: StepFormProps) {
  return (
    <Form className="stack">
      <input type="hidden" name="run" value={id} />
      <input type="hidden" name="intent" value={intent} />
      {children}
      <p>
        <button type="submit" className={`button ${kind ?? ''}`}>
          {button}
        </button>
      </p>
    </Form>
  );
}

/** @param isFirst whether there is nothing else to do */
function ChooseFile({ isFirst }: { isFirst: boolean }) {
  return (
    <details className="surface card" open={isFirst}>
      <summary>{isFirst ? 'A file of products' : 'Another file'}</summary>
      <Form className="stack" encType="multipart/form-data" action={deskPaths.import}>
        <input type="hidden" name="intent" value="choose" />
        <Field
          label="Drop a file here, or choose it"
          hint="A table (CSV), JSON, or an export of Shopify, WooCommerce or Google. Nothing is changed yet."
          {...{ name: 'file', type: 'file', required: true }}
        />
        <p>
          <button type="submit" className={`button ${isFirst ? 'primary' : ''}`}>
            Read the file
          </button>
        </p>
      </Form>
    </details>
  );
}

function Columns({ page, run }: { page: ImportPage; run: ImportRun }) {
  const { id, file, columns, choices, problem, preview } = run;
  const kind = preview === undefined ? 'primary' : undefined;
  return (
    <section className="surface card stack">
      <h2>{file}</h2>
      {problem !== undefined && <p className="problem">{problem}</p>}
      <p className="secondary-text">
        Amounts are {CURRENCY}. Where a sentence names --map, --ignore, --set or --format, choose it
        here.
      </p>
      <StepForm {...{ id, intent: 'preview', button: 'Show what changes', kind }}>
        <p className="row">
          Format
          <Choice
            {...{ name: 'format', label: 'Format', value: choices.format, choices: page.formats }}
            first="as its name says"
          />
        </p>
        <table className="list" aria-label="Columns">
          <tbody>
            {columns.map(({ name, values, found }, index) => (
              <tr key={name}>
                <td className="lines">{name}</td>
                <td className="secondary-text">{values.join(' · ')}</td>
                <td data-right>
                  <Choice
                    {...{ name: `column-${index}`, label: `What ${name} is`, first: found }}
                    value={choices[`column-${index}`]}
                    choices={page.columnChoices}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <details>
          <summary>Where the file has no value</summary>
          <div className="row fields">
            {page.defaults.map((field) => (
              <Field
                key={field}
                {...{ label: field, name: `set-${field}`, defaultValue: choices[`set-${field}`] }}
              />
            ))}
          </div>
        </details>
      </StepForm>
    </section>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string | undefined;
  choices: readonly string[];
  /** What it is without a choice. */
  first?: string;
}

function Choice({ name, label, value, choices, first }: ChoiceProps) {
  return (
    <select name={name} aria-label={label} defaultValue={value}>
      {first !== undefined && <option value="">{first}</option>}
      {choices.map((choice) => choice !== first && <option key={choice}>{choice}</option>)}
    </select>
  );
}

function Preview({ id, preview }: { id: string; preview: ImportPreview }) {
  const { counts, notes, canApply, refused, changes } = preview;
  return (
    <>
      <section className="surface card stack">
        <h2>What changes</h2>
        <p className="row">
          {Object.entries(counts).map(([name, count]) => (
            <span key={name}>
              <strong>{count.toLocaleString('en-GB')}</strong> {name}
            </span>
          ))}
        </p>
        {notes.map((note) => (
          <p key={note} className="secondary-text lines">
            {note}
          </p>
        ))}
        {canApply ? (
          <StepForm {...{ id, intent: 'apply', button: 'Apply', kind: 'primary' }}>
            {counts.refused > 0 && (
              <label>
                <input type="checkbox" name="skip" required /> Leave out what is refused
              </label>
            )}
          </StepForm>
        ) : (
          <p>There is nothing to apply.</p>
        )}
      </section>
      <Listed title="Refused" {...refused} />
      <Listed title="Changes" {...changes} />
    </>
  );
}

function Listed({ title, list, count }: ImportPreview['changes'] & { title: string }) {
  const { length } = list.rows;
  if (length === 0) return null;
  return (
    <section className="surface card stack gap-2 lines">
      <h2>{title}</h2>
      {length < count && (
        <p className="secondary-text">
          The first {length} of {count.toLocaleString('en-GB')}.
        </p>
      )}
      <List list={list} label={title} />
    </section>
  );
}
