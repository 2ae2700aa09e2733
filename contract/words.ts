/** Words as searches compare them: the same for what the catalogue says and for what a shopper types. */

/** Measures that stand behind a number, however they are written. */
const UNITS: Record<string, string> = {
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
};

/** Words shorter than this have no plural that could be told from a word of its own. */
const PLURAL_FROM_LENGTH = 4;

/**
 * The words of a text, in order, without regard to case, accents and plurals: letters and digits of any
 * script, everything else separates. A measure is two words (55in, 55", 55-inch: 55 inch).
 */
export function foldWords(text: string): string[] {
  return compoundsOf(text).flat();
}

/** The same, and behind the parts of each compound (t-shirt) the compound in one word (tshirt). */
export function indexWords(text: string): string[] {
  return compoundsOf(text).flatMap((parts) =>
    parts.length > 1 ? [...parts, parts.join('')] : parts,
  );
}

/** Parts that hyphens join, folded each; most have only one. */
function compoundsOf(text: string): string[][] {
  const folded = text
    .normalize('NFKD')
    .replace(/(\d) ?(?:["\u201d]|\u2032\u2032|'')/g, '$1 inch ')
    .replace(/[\u0300-\u036f'\u2019]/g, '')
    .toLowerCase();
  const compounds =
    folded.match(/[\p{L}\p{N}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
  let isAfterNumber = false;
  return compounds.flatMap((compound) => {
    const parts = compound.split(/[-\u2010\u2011]/).flatMap((part) => {
      const words = splitMeasure(part, isAfterNumber);
      isAfterNumber = /^\d+$/.test(words.at(-1) ?? '');
      return words;
    });
    // Measures and numbers are no compounds that anybody writes in one word.
    return parts.some((part) => /^\p{N}+$/u.test(part)) ? parts.map((part) => [part]) : [parts];
  });
}

function splitMeasure(word: string, isAfterNumber: boolean): string[] {
  const [, number, unit = ''] = /^(\d+)([a-z]+)$/.exec(word) ?? [];
  if (number !== undefined && UNITS[unit] !== undefined) return [number, UNITS[unit]];
  if (isAfterNumber && UNITS[word] !== undefined) return [UNITS[word]];
  return [singular(word)];
}

/** English plurals, roughly: what matters is that both forms of a word come to the same. */
function singular(word: string): string {
  if (word.length < PLURAL_FROM_LENGTH || !/^[a-z]+s$/.test(word)) return word;
  if (/(ss|us|is)$/.test(word)) return word;
  if (/[a-z]{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
