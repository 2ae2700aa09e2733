/** Corrects the misspelt words of a query. */
import { CORRECTED_WORDS_MAX } from '../analysis/constants.ts';
import type { Spelling } from './spelling.ts';

/** What a query knows of the catalogue. */
export interface SpellingContext {
  /** Whether products have a word, or words that begin with it. */
  isKnown(word: string): boolean;
  /** The number of words at a position that are written as one. */
  joinedAt(words: readonly string[], at: number): number;
  /** The number of products that have all these words. */
  countTogether(words: readonly string[]): number;
}

/**
 * Replaces the unknown words of a query by their corrections. Of equally near words, the one that most products have
 * together with the other words of the query is meant: `cat flep` is a cat flap, and no flex.
 */
export function correctWords(
  words: readonly string[],
  spelling: Spelling,
  { isKnown, joinedAt, countTogether }: SpellingContext,
): readonly string[] {
  // A word that is one with its neighbour is not misspelt: `lumen bryte` of Lumenbryte.
  let joinedUntil = 0;
  const isUnknown = words.map((word, index) => {
    joinedUntil = Math.max(joinedUntil, index + joinedAt(words, index));
    return joinedUntil === index + 1 && !isKnown(word);
  });
  const unknown = isUnknown.filter(Boolean).length;
  if (unknown === 0 || unknown > CORRECTED_WORDS_MAX) return words;
  const known = words.filter((_, index) => !isUnknown[index]);

  const correct = (word: string): readonly string[] | undefined => {
    const candidates = spelling.correct(word);
    if (known.length === 0) return candidates[0];
    const count = (candidate: readonly string[]) => countTogether([...known, ...candidate]);
    const counts = candidates.map(count);
    const most = Math.max(0, ...counts);
    const confirmed = most > 0 ? [] : spelling.withOtherFirst(word).map((other) => [other]);
    return confirmed.find((other) => count(other) > 0) ?? candidates[counts.indexOf(most)];
  };
  const corrected: string[] = [];
  for (const [index, word] of words.entries()) {
    const correction = isUnknown[index] ? correct(word) : [word];
    // A word without a correction may be the end of a misspelt compound: `hot spt` is a hotspot.
    const before = correction === undefined && !isUnknown[index - 1] ? corrected.at(-1) : undefined;
    const compound = before && spelling.correct(before + word).find(({ length }) => length === 1);
    if (compound) corrected.splice(-1, 1, ...compound);
    else corrected.push(...(correction ?? [word]));
  }
  return corrected;
}
