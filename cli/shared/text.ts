/** Formats numbers, times and texts for people. */
import { Refusal } from '../../contract/refusals.ts';
import { printable } from '../../server/operations/reports/columns.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';

/** Formats a count like `1 product` or `2 products`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Formats a number like `455,000`. */
export function grouped(number: number): string {
  return number.toLocaleString('en-GB');
}

/** Formats a duration like `0.3 s`. @param startedAt a value of `performance.now()` */
export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

/** Formats fields in lines like `status    shipped`. */
export function describeFields(fields: readonly (readonly [name: string, text: string])[]): string {
  return fields.map(([name, text]) => `${name.padEnd(10)}${printable(text)}\n`).join('');
}

/** The lines that `describeFirst` shows. */
export const LINES_MAX = 20;

/** Joins the first lines, and counts the others in a last line like `… and 5 more problems.` */
export function describeFirst(
  lines: readonly string[],
  noun: string,
  total = lines.length,
): string {
  const shown = lines.slice(0, LINES_MAX);
  const more = total - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${count(more, `more ${noun}`)}.`] : [])].join('\n');
}

/** Adds the object of a command, like `order 17`, to a refusal, whose message is written for the shopper concerned. */
export async function naming<T>(object: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // The message of ORDER_MISSING names the order. OVERLOADED is about the shop.
    const isNamed = error instanceof Refusal && /^(ORDER_MISSING|OVERLOADED)$/.test(error.code);
    if (!(error instanceof Refusal) || isNamed) throw error;
    throw new OperatorError(`${error.message} (${object}).`);
  }
}
