/** Parses arguments of several commands. Every function throws InvalidArgumentError with the expected format. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  CART_TOTAL_MAX_CENTS,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  NOTE_MAX_LENGTH,
} from '../../contract/limits.ts';
import { toDollars } from '../../contract/money.ts';

/** @param text dollars, `12` or `12.5` or `12.50` @returns cents */
export function parseAmount(text: string): number {
  const [, dollars, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, '0'));
  if (cents > 0 && cents <= CART_TOTAL_MAX_CENTS) return cents;
  const max = toDollars(CART_TOTAL_MAX_CENTS);
  throw new InvalidArgumentError(
    `It must be an amount in dollars with at most two decimals, from 0.01 to ${max}, as 12.50.`,
  );
}

/** @param text the operator's reason */
export function parseNote(text: string): string {
  const note = text.trim().normalize();
  if (note.length > 0 && note.length <= NOTE_MAX_LENGTH) return note;
  throw new InvalidArgumentError(`It must be a text of 1 to ${NOTE_MAX_LENGTH} characters.`);
}

/** @param text an idempotency key: a repeated request with the same key changes nothing */
export function parseKey(text: string): string {
  if (/^[!-~]+$/.test(text) && text.length <= IDEMPOTENCY_KEY_MAX_LENGTH) return text;
  throw new InvalidArgumentError(
    `It must be 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible ASCII characters.`,
  );
}

/** @param text a month, like `2026-11` @returns the text itself */
export function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a month, as 2026-11.');
}
