/** The ids of a feed's products. Each is unique. If the feed has none, they are made from brand and name. */
import { hash } from 'node:crypto';
import { foldedLetters } from '../../../packages/search/index.ts';
import { isReservedProductId } from '../../shop/catalogue/rules.ts';

/** A longer text is cut, and gets a hash. */
const SLUG_MAX_LENGTH = 93;
/** The id of names without any usable character, before its hash. */
const NAMELESS = 'product';
const HASH_LENGTH = 16;
/** What tells products apart, but has no letter or digit in ASCII: `字`, `😀`, the signs of `A+`, `50%`, `$5`, `1.5`, `5"`, `-5`. */
const LOST =
  /(?![a-z0-9])[\p{L}\p{N}]|(?![©®|~])[\p{Sc}\p{Sm}\p{So}%‰#*@\\]|\d[.,:/](?=\d)|\d['"”]|(?<!\S)-(?=\d)/u;

/**
 * Makes the id of a product from its brand and name alone: the same ones have the same id in every file. The id is the
 * text in lower-case ASCII with dashes (`sony-xperia-xz-4g-lte`), with a hash if that loses what tells it from others.
 */
export function makeId(brand: string, name: string): string {
  const text = name.startsWith(brand) ? name : `${brand} ${name}`;
  const folded = fold(text);
  const slug = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const isWhole = slug !== '' && slug.length <= SLUG_MAX_LENGTH && !LOST.test(folded);
  if (isWhole && !isReservedProductId(slug)) return slug;
  const start = slug.slice(0, SLUG_MAX_LENGTH).replace(/-$/, '') || NAMELESS;
  return `${start}-${hashOf(text)}`;
}

/** Letter case and spaces make no other product. */
function hashOf(text: string): string {
  const same = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return hash('sha256', same).slice(0, HASH_LENGTH);
}

function fold(text: string): string {
  return text
    .replace(/(?<!\d)['’]|['’](?=\p{L})|™/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (char) => foldedLetters.get(char) ?? char);
}

/** Collects the ids of a file; each may occur once. */
export interface IdClaims {
  /** Claims an id for a line. @returns the line that has already claimed it, if any */
  claim(id: string, line: number): number | undefined;
}
