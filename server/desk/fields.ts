/** What operators send with forms, and what they read if it is wrong. */
import { beforeOf, type Fields } from '../../contract/desk.ts';
import { Refusal } from '../../contract/refusals.ts';
import { NOTE_RULE, readNote as readText } from '../operations/accounts/amounts.ts';
import { OperatorError, UnfinishedChange } from '../platform/operator-error.ts';

/** The note of a change that takes one back. */
export const TAKEN_BACK = 'Taken back';

/** @returns what an operator reads of an error; undefined for a defect */
export function problemOf(error: unknown): string | undefined {
  const isForOperators =
    error instanceof Refusal || error instanceof OperatorError || error instanceof UnfinishedChange;
  return isForOperators ? error.message : undefined;
}

/** @returns which of the forms of a page was sent @throws OperatorError for another form */
export function readIntent<Intent extends string>(
  intents: readonly Intent[],
  { intent }: Fields,
): Intent {
  return intents.find((one) => one === intent) ?? refuseForm();
}

/** Reads a whole number of a hidden field. @throws OperatorError for another text */
export function readWhole(text = ''): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : refuseForm();
}

function refuseForm(): never {
  throw new OperatorError('Load the page again: this form is not of this page.');
}

/** @returns undefined if it is empty @throws OperatorError if it is too long */
export function readNote(text = ''): string | undefined {
  if (text.trim() === '') return undefined;
  const note = readText(text);
  if (note === undefined) throw new OperatorError(`The note ${NOTE_RULE}.`);
  return note;
}

/** A text without blanks around it, whose lines end as in the shop. Browsers send CR LF, as mails have it. */
export function withoutReturns(text = ''): string {
  return text.trim().replaceAll('\r\n', '\n');
}

/** @returns a text, and what it was when the page was shown; undefined unless the operator has changed it */
export function readChange(
  fields: Fields,
  name: string,
): { text: string; before: string } | undefined {
  const [text, before] = [fields[name], fields[beforeOf(name)]];
  if (text === undefined || before === undefined) return undefined;
  const change = { text: withoutReturns(text), before: withoutReturns(before) };
  return change.text === change.before ? undefined : change;
}
