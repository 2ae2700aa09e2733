/** Splits the name of a product into parts, and finds the nouns that name the product itself. */
import { hasDigit, isUnit } from './tokenize.ts';

/** The complement of a name: `for Apple iPhone 6` in `Case for Apple iPhone 6 - Black`. */
const COMPLEMENT = /(?<=^|\s)(?:for|with|fits|compatible with)\s(?:(?!\s[-–—|]\s|[(),;]).)*/gi;
const PART_END = /\s[-–—|]\s|[(),;:]/;
const PREPOSITION = /\s(?:of|in|from|by)\s/i;
/** Nouns that do not name the product: `Drill Bit Set` and `Drill Bits, 10 pieces` are drill bits. */
export const COLLECTIVE_NOUNS: ReadonlySet<string> = new Set(
  'bundle count kit pack package pair pc piece set size'.split(' '),
);

type Tokenize = (text: string) => string[];

export interface NameParts {
  main: string;
  complement: string;
}

export function splitName(name: string): NameParts {
  const complement = (name.match(COMPLEMENT) ?? []).join(' ');
  return { main: complement === '' ? name : name.replace(COMPLEMENT, ' '), complement };
}

/**
 * The nouns of the first part after the brand: `charger` of `Acme - 17W Car Charger - Black`. It is the last one, or
 * the one before a size or a preposition: `kettle` of `Acme Kettle 1.7 l Steel`, and `steel`, since either may be the
 * noun.
 */
export function headsOfName({ main }: NameParts, brand: string, tokenize: Tokenize): string[] {
  const brandWords = tokenize(brand).join(' ');
  for (const part of main.split(PART_END)) {
    const words = tokenize(part);
    if (words.length === 0 || words.join(' ') === brandWords) continue;
    const [thing = ''] = part.split(PREPOSITION);
    const phrases = [wordsBeforeSize(words), tokenize(thing), words];
    const own = phrases.filter((phrase) => phrase.join(' ') !== brandWords);
    return [...new Set(own.flatMap((phrase) => lastNoun(phrase) ?? []))];
  }
  return [];
}

/** The nouns of a category: `bag` and `case` of `Laptop Bags & Cases`. */
export function headsOfCategory(category: string, tokenize: Tokenize): string[] {
  const parts = splitName(category).main.split(/[&,/]|\sand\s/i);
  return parts.flatMap((part) => lastNoun(tokenize(part)) ?? []);
}

/** The words before a size: `acme kettle` of `Acme Kettle 1.7 l Steel`. A number in front is a model. */
function wordsBeforeSize(words: readonly string[]): readonly string[] {
  const number = words.findIndex(hasDigit);
  if (number < 1 || !/^\p{N}/u.test(words[number] ?? '')) return [];
  const next = words.find((word, at) => at > number && !hasDigit(word)) ?? '';
  return isUnit(next) ? words.slice(0, number) : [];
}

function lastNoun(words: readonly string[]): string | undefined {
  return words.findLast((word) => !hasDigit(word) && !COLLECTIVE_NOUNS.has(word));
}
