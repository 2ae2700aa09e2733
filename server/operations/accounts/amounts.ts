/** What operators write when they change a wallet or refund an order. */
import { CART_TOTAL_MAX_CENTS, NOTE_MAX_LENGTH } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';

/** Goes after 'It' or 'The amount'. */
export const AMOUNT_RULE = `must be an amount in dollars with at most two decimals, from 0.01 to ${toDollars(CART_TOTAL_MAX_CENTS)}, as 12.50`;
export const NOTE_RULE = `must be a text of 1 to ${NOTE_MAX_LENGTH} characters`;

/** @param text dollars, `12` or `12.5` or `12.50` @returns cents; undefined if it breaks the rule */
export function readAmount(text: string): number | undefined {
  const [, dollars, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > 0 && cents <= CART_TOTAL_MAX_CENTS ? cents : undefined;
}

/** @param text the operator's reason @returns undefined if it breaks the rule */
export function readNote(text: string): string | undefined {
  const note = text.trim().normalize();
  return note.length > 0 && note.length <= NOTE_MAX_LENGTH ? note : undefined;
}
