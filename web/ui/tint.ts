const TINTS = 8;

/** Which of the soft tints a category's tiles have: always the same one. */
export function tintOf(category: string): number {
  let sum = 0;
  for (const character of category) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % TINTS;
}
