/** Turns text into terms. Texts of the catalogue and of searches are tokenized by the same rules. */
import { bigramsOf, decompose, fold, foldShort, isUnspaced } from './fold.ts';
import { singular } from './plurals.ts';

/** Units that follow a number: the term, and its other spellings. */
const UNITS: ReadonlyMap<string, string> = new Map(
  [
    'inch in inches, foot ft feet, watt w watts, volt v volts, megapixel mp megapixels, pound lb lbs pounds',
    'g gr gram grams, kg kilo kilos kilogram kilograms, l liter liters litre litres, m meter meters metre metres',
    'oz ounce ounces, mb megabyte megabytes, gb gigabyte gigabytes, tb terabyte terabytes, cm, mm, km, ml, cl, mg',
    'kb, hz, khz, mhz, ghz, kw, mah, ah, wh, qt, gal, rpm, bar, nm',
  ]
    .flatMap((line) => line.split(', '))
    .flatMap((line) => {
      const [unit = '', ...others] = line.split(' ');
      return [unit, ...others].map((spelling): [string, string] => [spelling, unit]);
    }),
);

/** Whether a term is a unit as `tokenize` writes it. */
export function isUnit(term: string): boolean {
  return UNITS.get(term) === term;
}

/** The units that are converted to a base, each with its size. */
const BASES: Record<string, Record<string, number>> = {
  gb: { mb: 0.001, gb: 1, tb: 1_000 },
  ml: { ml: 1, cl: 10, l: 1_000 },
  g: { g: 1, kg: 1_000 },
  cm: { mm: 0.1, cm: 1, m: 100 },
};

/** The same term for equal measures: `1000gb` for 1 TB. It is undefined for units without a family. */
export function measureTerm(amount: number, unit: string): string | undefined {
  for (const [base, { [unit]: size }] of Object.entries(BASES)) {
    if (size !== undefined) return `${Number((amount * size).toFixed(2))}${base}`;
  }
  return undefined;
}

/**
 * The terms of a text in their order: in lower case, folded, in the singular. Letters and digits of any script belong
 * to a term; all other characters separate terms. A measure becomes two terms: 55in, 55" and 55-inch become 55 inch;
 * an x between numbers is a term.
 */
export function tokenize(text: string): string[] {
  return analyze(text).terms;
}

export interface TermsAndForms {
  terms: string[];
  /** What else finds the text: compounds (tshirt), equal measures, umlauts without e, the bigrams of texts without spaces. */
  forms: string[];
}

/** @param normalize `singular`, or a function that caches its results */
export function analyze(text: string, normalize = singular): TermsAndForms {
  const terms: string[] = [];
  const forms: string[] = [];
  /** The number before a unit. */
  let amount: number | undefined;
  const isAscii = /^[\0-\x7f]*$/.test(text);
  for (const compound of splitCompounds(text, isAscii)) {
    const first = terms.length;
    for (const part of JOINT.test(compound) ? compound.split(JOINT) : [compound]) {
      const folded = isAscii ? part : fold(part);
      const [term, unit] = splitMeasure(folded, amount !== undefined, normalize);
      terms.push(term);
      if (unit !== undefined) terms.push(unit);
      const isMeasure = unit !== undefined || (amount !== undefined && isUnit(term));
      if (unit !== undefined || isNumber(term)) amount = amountOf(compound, term);
      const equal = isMeasure ? measureTerm(amount ?? 0, unit ?? term) : undefined;
      if (equal !== undefined) forms.push(equal);
      if (unit !== undefined || !isNumber(term)) amount = undefined;
      const short = isAscii ? folded : foldShort(part);
      if (short !== folded) forms.push(normalize(short));
    }
    // Model numbers (HD-18) are also written as one word; measures and numbers (4-port, 5-10) are not.
    const isCompound =
      terms.length > first + 1 && HYPHEN.test(compound) && !/^\p{N}/u.test(compound);
    if (isCompound) forms.push(normalize(terms.slice(first).join('')));
  }
  if (!isAscii) forms.push(...bigramsOf(terms.filter(isUnspaced).join('')));
  return { terms, forms };
}

/** The number of a measure: 1.5, and its first term, 1. */
function amountOf(compound: string, term: string): number {
  return Number(/^\d+[.,]\d+/.exec(compound)?.[0].replace(',', '.') ?? term);
}

const HYPHEN = /[-\u2010\u2011]/;
/** What separates the parts of a compound: hyphens, and the points of decimals. */
const JOINT = /[-\u2010\u2011.,]/;

/** `1/2` and `1 3/4` of a measure, in halves down to 32nds, or thirds; ½ is decomposed to it. `6/12` are two numbers. */
const FRACTION =
  /(?<![\p{L}\p{N}/.,-])(?:(\d{1,3}) )?(?:(?:([13579]|1[135])[/\u2044](2|4|8|16|32))|([12])[/\u2044](3))(?![\d/\u2044])/gu;

function toDecimal(_: string, whole = '0', ...parts: (string | undefined)[]): string {
  const [over, under] = parts.filter((part) => part !== undefined);
  return String(Number((Number(whole) + Number(over) / Number(under)).toFixed(4)));
}

/** Splits a text into words in lower case. Hyphenated words and decimals stay together. */
function splitCompounds(text: string, isAscii: boolean): string[] {
  let plain = isAscii ? text.toLowerCase() : decompose(text.replace(/(?<=\d)(?=\p{No})/gu, ' '));
  // ½, 1/2 and 0.5 are the same.
  if (/\d[/\u2044]\d/.test(plain)) plain = plain.replace(FRACTION, toDecimal);
  // 10,000 is one number.
  if (/\d,\d/.test(plain)) plain = plain.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  // M8x40, M8 x 40 and M8 × 40 are the same.
  if (/\d\s*[x×]\s*\d/.test(plain)) plain = plain.replace(/(?<=\d)(\s*)[x×]\1(?=\d)/g, ' x ');
  // C, C# and C++ are different things.
  if (/[a-z][+#]/.test(plain)) {
    plain = plain.replace(
      /(?<![\p{L}\p{N}])([a-z])(\+\+|#)(?![\p{L}\p{N}])/gu,
      (_, letter, sign) => (sign === '#' ? `${letter}sharp` : `${letter}plusplus`),
    );
  }
  if (/["'\u2019\u201d\u2032]/.test(plain)) {
    plain = plain
      .replace(/(\d) ?(?:["\u201d]|\u2032\u2032|'')/g, '$1 inch ')
      .replace(/(\d)['\u2019\u2032](?![\p{L}\p{N}])/gu, '$1 foot ')
      .replace(/['\u2019]/g, '');
  }
  // Most texts are ASCII, and the simple expression is much faster.
  if (isAscii) return plain.match(/[a-z0-9]+(?:-[a-z0-9]+|(?<=\d)[.,]\d+[a-z]*)*/g) ?? [];
  return (
    plain.match(
      /[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}]+|(?<=\d)[.,]\d+[\p{L}\p{M}]*)*/gu,
    ) ?? []
  );
}

export function isNumber(word: string): boolean {
  // The first test is cheap and sufficient for most words.
  return !/^[a-z]/.test(word) && /^\p{N}+$/u.test(word);
}

export function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word);
}

/** @returns the term, and its unit if the word is a number with a unit (55in) */
function splitMeasure(
  word: string,
  isAfterNumber: boolean,
  normalize: (word: string) => string,
): [term: string, unit?: string] {
  const unitAlone = isAfterNumber ? UNITS.get(word) : undefined;
  if (unitAlone !== undefined) return [unitAlone];
  // 4G is a mobile network, whatever the case of its letter. Two to six grams are seldom written together.
  if (/^\d/.test(word) && !/^[2-6]g$/.test(word)) {
    const [, number, letters = ''] = /^(\d+)([a-z]+)$/.exec(word) ?? [];
    const unit = UNITS.get(letters);
    if (number !== undefined && unit !== undefined) return [number, unit];
  }
  return [normalize(word)];
}
