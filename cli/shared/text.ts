/** Formats fields and refusals for people. */
import { Refusal } from '../../contract/refusals.ts';
import { printable } from '../../server/operations/reports/columns.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';

/** Formats fields in lines like `status    shipped`. */
export function describeFields(fields: readonly (readonly [name: string, text: string])[]): string {
  return fields.map(([name, text]) => `${name.padEnd(10)}${printable(text)}\n`).join('');
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
