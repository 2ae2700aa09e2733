/** Words as searches compare them: the same for what the catalogue says and for what a shopper types. */

/** Measures that stand behind a number, however they are written. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    in: 'inch',
    inch: 'inch',
    inches: 'inch',
    ft: 'foot',
    foot: 'foot',
    feet: 'foot',
    w: 'watt',
    watt: 'watt',
    watts: 'watt',
    v: 'volt',
    volt: 'volt',
    volts: 'volt',
    mp: 'megapixel',
    megapixel: 'megapixel',
    megapixels: 'megapixel',
    lb: 'pound',
    lbs: 'pound',
    pound: 'pound',
    pounds: 'pound',
    cm: 'cm',
    mm: 'mm',
    kb: 'kb',
    mb: 'mb',
    gb: 'gb',
    tb: 'tb',
    hz: 'hz',
    mhz: 'mhz',
    ghz: 'ghz',
    mah: 'mah',
    oz: 'oz',
    qt: 'qt',
  }),
);

/** Words shorter than this have no plural that could be told from a word of its own. */
const PLURAL_FROM_LENGTH = 4;

/**
 * The words of a text, in order, without regard to case, accents and plurals: letters and digits of any
 * script, everything else separates. A measure is two words (55in, 55", 55-inch: 55 inch).
 */
export function foldWords(text: string): string[] {
  return fold(text, { withCompounds: false });
}

/** The same, and behind the parts of each compound (t-shirt) the compound in one word (tshirt). */
export function indexWords(text: string): string[] {
  return fold(text, { withCompounds: true });
}

/** What words come to where no number stands before them: most of any text are the same few thousand. */
const plainWords = new Map<string, string>();
const PLAIN_WORDS_KEPT = 20_000;
/** A longer one is a window on its text, all of which would be kept with it. */
const PLAIN_LENGTH_MAX = 12;

function fold(text: string, { withCompounds }: { withCompounds: boolean }): string[] {
  const words: string[] = [];
  let isAfterNumber = false;
  for (const compound of compoundsOf(text)) {
    const isPlain = !isAfterNumber && compound.length <= PLAIN_LENGTH_MAX;
    const known = isPlain ? plainWords.get(compound) : undefined;
    if (known !== undefined) {
      words.push(known);
      continue;
    }
    const first = words.length;
    let hasNumber = false;
    for (const part of HYPHENS.test(compound) ? compound.split(HYPHENS) : [compound]) {
      const [word, unit] = splitMeasure(part, isAfterNumber);
      words.push(word);
      if (unit !== undefined) words.push(unit);
      isAfterNumber = unit === undefined && isNumber(word);
      hasNumber ||= unit !== undefined || isAfterNumber;
    }
    if (hasNumber) continue;
    if (words.length === first + 1) {
      if (isPlain) {
        if (plainWords.size === PLAIN_WORDS_KEPT) plainWords.clear();
        plainWords.set(compound, words[first] as string);
      }
      continue;
    }
    // Measures and numbers are no compounds that anybody writes in one word.
    if (withCompounds) words.push(words.slice(first).join(''));
  }
  return words;
}

const HYPHENS = /[-\u2010\u2011]/;

/** Words in lower case without accents, those that hyphens join in one. Most texts are plain English. */
function compoundsOf(text: string): string[] {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  let plain = isAscii ? text : text.normalize('NFKD');
  if (/["'\u2019\u201d\u2032]/.test(plain)) {
    plain = plain
      .replace(/(\d) ?(?:["\u201d]|\u2032\u2032|'')/g, '$1 inch ')
      .replace(/['\u2019]/g, '');
  }
  if (isAscii) return plain.toLowerCase().match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];
  plain = plain.replace(/[\u0300-\u036f]/g, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
}

function isNumber(word: string): boolean {
  // Most words are none, which their first letter says.
  return !/^[a-z]/.test(word) && /^\p{N}+$/u.test(word);
}

/** @returns the word, and behind a number its unit */
function splitMeasure(word: string, isAfterNumber: boolean): [word: string, unit?: string] {
  const measure = isAfterNumber ? UNITS.get(word) : undefined;
  if (measure !== undefined) return [measure];
  if (/^\d/.test(word)) {
    const [, number, letters = ''] = /^(\d+)([a-z]+)$/.exec(word) ?? [];
    const unit = UNITS.get(letters);
    if (number !== undefined && unit !== undefined) return [number, unit];
  }
  return [singular(word)];
}

/** English plurals, roughly: what matters is that both forms of a word come to the same. */
function singular(word: string): string {
  if (!word.endsWith('s') || word.length < PLURAL_FROM_LENGTH || !/^[a-z]+$/.test(word))
    return word;
  if (/(ss|us|is)$/.test(word)) return word;
  if (/[a-z]{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
