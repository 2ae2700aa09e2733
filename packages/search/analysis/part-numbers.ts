/** What finds a product by its id or by a part of a model number. */
import { COUNTER_DIGITS_MAX, PART_MIN_LENGTH } from './constants.ts';
import { hasDigit, isNumber } from './tokenize.ts';

/** Before a whole id, so that no word of a text is mistaken for one. */
const EXACT = '=';
const ROMAN_NUMERALS = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** The term of a whole id, also if its parts are divided otherwise: `KT-INS114` and `kt ins 114`. */
export function exactTerm(words: readonly string[]): string {
  return EXACT + words.join('');
}

/** The whole id and its ends from each part on, none if the id is made of the words of the name. */
export function endsOfId(words: readonly string[], isNamed: (word: string) => boolean): string[] {
  if (words.every((word) => isNamed(word) || isCounter(word))) return [];
  const ends = words.map((_, at) => words.slice(at).join(''));
  return [...ends.filter(isEnd), ...endsOf(ends[0] ?? '')];
}

function isCounter(word: string): boolean {
  return isNumber(word) && word.length <= COUNTER_DIGITS_MAX;
}

/** The ends of a model number: `1000xm4` and `xm4` of WH1000XM4. */
export function endsOf(term: string): string[] {
  if (!/^(?=.*\d)[a-z\d]*[a-z][a-z\d]*$/.test(term)) return [];
  const borders = term.matchAll(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g);
  return Array.from(borders, ({ index }) => term.slice(index)).filter(isEnd);
}

function isEnd(text: string): boolean {
  return text.length >= PART_MIN_LENGTH && hasDigit(text);
}

/** The numbers that a name has as Roman numerals, after a word: 3 of `Fable III`. */
export function romanNumbers(name: string): string[] {
  const numerals = name.match(/(?<=\p{L}{2}[\s-])[IVX]{1,4}(?![\p{L}\p{N}])/gu) ?? [];
  return numerals.flatMap((numeral) => toNumber(numeral.toLowerCase()) ?? []);
}

/** The number of a Roman numeral from II to X. */
export function toNumber(numeral: string): string | undefined {
  const index = ROMAN_NUMERALS.indexOf(numeral);
  return index === -1 ? undefined : String(index + 2);
}
