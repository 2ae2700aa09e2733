/** Parses arguments of several commands. Every function throws InvalidArgumentError with the expected format. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../../contract/limits.ts';
import {
  AMOUNT_RULE,
  NOTE_RULE,
  readAmount,
  readNote,
} from '../../server/operations/accounts/amounts.ts';

/** @param text dollars, `12` or `12.5` or `12.50` @returns cents */
export function parseAmount(text: string): number {
  const cents = readAmount(text);
  if (cents !== undefined) return cents;
  throw new InvalidArgumentError(`It ${AMOUNT_RULE}.`);
}

/** @param text the operator's reason */
export function parseNote(text: string): string {
  const note = readNote(text);
  if (note !== undefined) return note;
  throw new InvalidArgumentError(`It ${NOTE_RULE}.`);
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
