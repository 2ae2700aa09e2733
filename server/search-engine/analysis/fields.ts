/** Splits the name of a product into parts, and finds the nouns that name the product itself. */
import { hasDigit } from '../index/vocabulary.ts';

/** The complement of a name: `for Apple iPhone 6` in `Case for Apple iPhone 6 - Black`. */
const COMPLEMENT = /(?<=^|\s)(?:for|with|fits|compatible with)\s(?:(?!\s[-–—|]\s|[(),;]).)*/gi;
const PART_END = /\s[-–—|]\s|[(),;:]/;
/** Nouns that do not name the product: `Drill Bit Set` and `Drill Bits, 10 pieces` are drill bits. */
export const COLLECTIVE_NOUNS: ReadonlySet<string> = new Set(
  'bundle count kit pack package pair pc piece pcs set size'.split(' '),
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

/** The noun of the first part after the brand: `charger` of `Acme - 17W Car Charger - Black`. */
export function headOfName(
  { main }: NameParts,
  brand: string,
  tokenize: Tokenize,
): string | undefined {
  const brandWords = tokenize(brand).join(' ');
  for (const part of main.split(PART_END)) {
    const words = tokenize(part);
    if (words.length > 0 && words.join(' ') !== brandWords) return lastNoun(words);
  }
  return undefined;
}

/** The nouns of a category: `bag` and `case` of `Laptop Bags & Cases`. */
export function headsOfCategory(category: string, tokenize: Tokenize): string[] {
  const parts = splitName(category).main.split(/[&,/]|\sand\s/i);
  return parts.flatMap((part) => lastNoun(tokenize(part)) ?? []);
}

function lastNoun(words: readonly string[]): string | undefined {
  return words.findLast((word) => !hasDigit(word) && !COLLECTIVE_NOUNS.has(word));
}
