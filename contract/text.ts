/** How long a text is for the limits: in code points, not in UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * The words of a text as searches compare them: letters and digits of any script, without regard to
 * case and accents; everything else separates.
 */
export function foldWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
