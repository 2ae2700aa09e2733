const TINTS = 8;

/** The tint of a category's tiles, always the same for a category. */
export function tintOf(category: string): number {
  let sum = 0;
  for (const character of category) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % TINTS;
}
