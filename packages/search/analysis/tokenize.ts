/** Turns text into terms. Texts of the catalogue and of searches are tokenized by the same rules. */
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

/**
 * The terms of a text in their order: in lower case, without accents, in the singular. Letters and digits of any
 * script belong to a term; all other characters separate terms. A measure becomes two terms: 55in, 55" and
 * 55-inch become 55 inch.
 * @param normalize `singular`, or a function that caches its results
 */
export function tokenize(text: string, normalize = singular): string[] {
  return termsOf(text, false, normalize);
}

/** Like `tokenize`, and adds each compound (t-shirt) as one term (tshirt) after its parts. */
export function tokenizeWithCompounds(text: string, normalize = singular): string[] {
  return termsOf(text, true, normalize);
}

function termsOf(
  text: string,
  withCompounds: boolean,
  normalize: (word: string) => string,
): string[] {
  const terms: string[] = [];
  let isAfterNumber = false;
  for (const compound of splitCompounds(text)) {
    const first = terms.length;
    for (const part of HYPHEN.test(compound) ? compound.split(HYPHEN) : [compound]) {
      const [term, unit] = splitMeasure(part, isAfterNumber, normalize);
      terms.push(term);
      if (unit !== undefined) terms.push(unit);
      isAfterNumber = unit === undefined && isNumber(term);
    }
    // Model numbers (HD-18) are also written as one word; measures and numbers (4-port, 5-10) are not.
    const isCompound = terms.length > first + 1 && !/^\p{N}/u.test(compound);
    if (withCompounds && isCompound) terms.push(normalize(terms.slice(first).join('')));
  }
  return terms;
}

const HYPHEN = /[-\u2010\u2011]/;

/** Splits a text into words in lower case without accents. Hyphenated words stay together. */
function splitCompounds(text: string): string[] {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  let plain = isAscii ? text : text.normalize('NFKD');
  // 10,000 is one number.
  if (/\d,\d/.test(plain)) plain = plain.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  if (/["'\u2019\u201d\u2032]/.test(plain)) {
    plain = plain
      .replace(/(\d) ?(?:["\u201d]|\u2032\u2032|'')/g, '$1 inch ')
      .replace(/(\d)['\u2019\u2032](?![\p{L}\p{N}])/gu, '$1 foot ')
      .replace(/['\u2019]/g, '');
  }
  // Most texts are ASCII, and the simple expression is much faster.
  if (isAscii) return plain.toLowerCase().match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];
  plain = plain.replace(/[\u0300-\u036f]/g, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
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
