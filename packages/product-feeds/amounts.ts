/** Reads numbers and amounts as people and programs of all countries write them. */
import { InvalidValue } from './records.ts';
import { quote } from './values.ts';

/** `1.500` is one and a half in some countries, and fifteen hundred in others; so is `1,500`. */
const AMBIGUOUS = /^0*[1-9]\d{0,2}[.,]\d{3}$/;
/** `1,234`, `1.234.567`, `1 234` and `1'234`, perhaps with decimals behind the other sign. */
const GROUPED = /^[1-9]\d{0,2}([., '’])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;
const PLAIN = /^(?=.*\d)(\d*)(?:[.,](\d*))?$/;
/** An amount, and what stands before and behind it. */
const AMOUNT = /^([^\d.,]*)([\d.,](?:[\d., '’]*[\d.,])?)([^\d.,]*)$/;
/** A code or sign of a currency. */
const CURRENCY = /^[A-Z]{3}$|\p{Sc}/u;
/** What shops write for a currency beside its code. */
const signs: Readonly<Record<string, readonly string[]>> = { USD: ['$', 'US$', 'US $'] };

/**
 * Reads a number with a decimal point or comma, with or without separators of thousands and any kind of space.
 * @returns an InvalidValue for text that means another number in other countries; undefined if it is no number
 */
export function readNumber(text: string): number | InvalidValue | undefined {
  const number = text.replace(/\s+/g, ' ').trim();
  if (AMBIGUOUS.test(number)) {
    const whole = number.replace(/[.,]/, '');
    const meanings = `${Number(number.replace(',', '.'))} or ${whole}`;
    const ways = `write ${whole}, or at most two decimals, not "${text}"`;
    return new InvalidValue(`may mean ${meanings}: ${ways}`);
  }
  const separator = GROUPED.exec(number)?.[1];
  const ungrouped = separator === undefined ? number : number.replaceAll(separator, '');
  const [, whole, decimals] = PLAIN.exec(ungrouped) ?? [];
  return whole === undefined ? undefined : Number(`${whole || '0'}.${decimals || '0'}`);
}

/**
 * Reads `12.50`, `$12.50`, `12,50 USD` or `USD 1,234.50`.
 * @param currency the code of the shop's currency
 * @returns an InvalidValue also for another currency
 */
export function readAmount(text: string, currency: string): number | InvalidValue | undefined {
  const [, before = '', number = '', behind = ''] = AMOUNT.exec(text.replace(/\s+/g, ' ')) ?? [];
  const others = [before, behind].filter((one) => one.trim() !== '' && !isCurrency(one, currency));
  if (others.length === 0) return readNumber(number);
  const names = others.map((one) => one.trim());
  if (!names.every((name) => CURRENCY.test(name.toUpperCase()))) return undefined;
  return refuseCurrency(names.join(' '), currency);
}

/** @param column the one of currencies, if it has one */
export function refuseCurrency(other: string, currency: string, column?: string): InvalidValue {
  const next = column === undefined ? `leave ${quote(other)} out` : '--ignore the column';
  const problem = `must be in ${currency}, in which the shop sells, not ${other}: convert the prices, then ${next}`;
  return new InvalidValue(problem, column, { isOfColumn: true });
}

/** @param text what stands beside an amount, or in a column of its own */
export function isCurrency(text: string, currency: string): boolean {
  const name = text.trim().toUpperCase();
  return name === currency || (signs[currency] ?? []).includes(name);
}

const CURRENCY_NAME =
  /^(?:g:)?(?:(?:price|list|sale|cost|iso)[ _-]*)?(?:currency|währung|waehrung|devise|moneda|moeda|valuta|waluta)(?:[ _-]*\(?(?:code|iso)\)?)*$/i;

/** @returns whether a column or field says in which currency the amounts are */
export function isCurrencyName(name: string): boolean {
  return CURRENCY_NAME.test(name.trim());
}
