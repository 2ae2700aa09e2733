/** How long a text is for the limits: in code points, not in UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
