/** Searches whose answers aren't at hand. */

/** More than are asked in one measurement, and many times those whose answers are kept. */
const SEARCHES = 30_000;

/** Each text in more ways than anybody asks for: a search ignores what is no word, but its answer isn't at hand. */
export function neverAsked(texts: readonly string[]): string[] {
  const ways = Math.ceil(SEARCHES / texts.length);
  return Array.from({ length: ways }, (_, way) => {
    // The number of the way, as what is no word.
    const mark = way.toString(2).replaceAll('0', '-').replaceAll('1', '!');
    return texts.map((text) => `${mark} ${text}`);
  }).flat();
}
