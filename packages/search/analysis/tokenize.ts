/** Turns text into terms. Texts of the catalogue and of searches are tokenized by the same rules. */
import { bigramsOf, decompose, fold, foldShort, isUnspaced } from './fold.ts';
import { singular } from './plurals.ts';

/** Units that follow a number: the term of every spelling. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...spellings('inch', 'in', 'inches'),
  ...spellings('foot', 'ft', 'feet'),
  ...spellings('watt', 'w', 'watts'),
  ...spellings('volt', 'v', 'volts'),
  ...spellings('megapixel', 'mp', 'megapixels'),
  ...spellings('pound', 'lb', 'lbs', 'pounds'),
  ...spellings('g', 'gr', 'gram', 'grams'),
  ...spellings('kg', 'kilo', 'kilos', 'kilogram', 'kilograms'),
  ...spellings('l', 'liter', 'liters', 'litre', 'litres'),
  ...spellings('m', 'meter', 'meters', 'metre', 'metres'),
  ...spellings('oz', 'ounce', 'ounces'),
  ...spellings('mb', 'megabyte', 'megabytes'),
  ...spellings('gb', 'gigabyte', 'gigabytes'),
  ...spellings('tb', 'terabyte', 'terabytes'),
  ...'cm mm km ml cl mg kb hz khz mhz ghz kw mah ah wh qt gal rpm bar nm'
    .split(' ')
    .flatMap((unit) => spellings(unit)),
]);

/** Whether a term is a unit as `tokenize` writes it. */
export function isUnit(term: string): boolean {
  return UNITS.get(term) === term;
}

function spellings(unit: string, ...others: string[]): [spelling: string, unit: string][] {
  return [unit, ...others].map((spelling) => [spelling, unit]);
}

/** The families of units that are converted: each unit is a number of the base. */
const BASES: ReadonlyMap<string, [base: string, size: number]> = new Map([
  ...baseOf('gb', { mb: 0.001, gb: 1, tb: 1_000 }),
  ...baseOf('ml', { ml: 1, cl: 10, l: 1_000 }),
  ...baseOf('g', { g: 1, kg: 1_000 }),
  ...baseOf('cm', { mm: 0.1, cm: 1, m: 100 }),
]);

function baseOf(base: string, sizes: Record<string, number>): [string, [string, number]][] {
  return Object.entries(sizes).map(([unit, size]) => [unit, [base, size]]);
}

/** The same term for equal measures: `1000gb` for 1 TB. It is undefined for units without a family. */
export function measureTerm(amount: number, unit: string): string | undefined {
  const [base, size] = BASES.get(unit) ?? [];
  return size === undefined ? undefined : `${Number((amount * size).toFixed(2))}${base}`;
}

/**
 * The terms of a text in their order: in lower case, folded, in the singular. Letters and digits of any script belong
 * to a term; all other characters separate terms. A measure becomes two terms: 55in, 55" and 55-inch become 55 inch;
 * an x between numbers is a term.
 * @param normalize `singular`, or a function that caches its results
 */
export function tokenize(text: string, normalize = singular): string[] {
  return termsOf(text, false, normalize).terms;
}

export interface TermsAndForms {
  /** The terms of the text, and each compound (t-shirt) as one term (tshirt) after its parts. */
  terms: string[];
  /** What else finds the text: equal measures, umlauts without e, the bigrams of texts without spaces. */
  forms: string[];
}

/** Like `tokenize`, with compounds and other forms. */
export function tokenizeWithForms(text: string, normalize = singular): TermsAndForms {
  return termsOf(text, true, normalize);
}

function termsOf(
  text: string,
  withForms: boolean,
  normalize: (word: string) => string,
): TermsAndForms {
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
      const equal = withForms && isMeasure ? measureTerm(amount ?? 0, unit ?? term) : undefined;
      if (equal !== undefined) forms.push(equal);
      if (unit !== undefined || !isNumber(term)) amount = undefined;
      const short = withForms && !isAscii ? foldShort(part) : folded;
      if (short !== folded) forms.push(normalize(short));
    }
    // Model numbers (HD-18) are also written as one word; measures and numbers (4-port, 5-10) are not.
    const isCompound =
      terms.length > first + 1 && HYPHEN.test(compound) && !/^\p{N}/u.test(compound);
    if (withForms && isCompound) terms.push(normalize(terms.slice(first).join('')));
  }
  if (withForms && !isAscii) forms.push(...bigramsOf(terms.filter(isUnspaced).join('')));
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
