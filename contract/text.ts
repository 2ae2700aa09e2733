/** Rules for texts that strangers give. */

/** Invisible characters, for a character class. The last two are symbols that are drawn as a blank. */
export const BLANK = '\\p{C}\\p{DI}\\p{Z}\\u2800\\u{1d159}';
const VISIBLE = new RegExp(`[^${BLANK}]`, 'u');
const INVISIBLE = new RegExp(`(?! )[${BLANK}]`, 'u');

/** Whether a text is invisible. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Whether a short name has characters by which two names could differ and look the same: control, format, surrogate,
 * private-use, unassigned, default-ignorable and blank ones, and separators but the space.
 */
export function hasInvisibleCharacter(name: string): boolean {
  return INVISIBLE.test(name);
}

/** The length of a text in code points, as the limits count it. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
