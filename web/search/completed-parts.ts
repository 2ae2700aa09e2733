/** A part of a suggestion: typed text, or its completion. */
export interface Part {
  text: string;
  isTyped: boolean;
  /** Index of its first character. */
  at: number;
}

/** Splits a suggestion into the typed prefixes of its words and their completions. */
export function partsOf(suggestion: string, typed: string): Part[] {
  const words = typed.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [{ text: suggestion, isTyped: false, at: 0 }];
  // Sort longest first, because in an alternation a prefix of a word would match before the word.
  const longest = words.sort((a, b) => b.length - a.length).join('|');
  const typedWord = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest})`, 'giu');
  const parts: Part[] = [];
  let end = 0;
  for (const { index, 0: text } of suggestion.matchAll(typedWord)) {
    if (index > end) parts.push({ text: suggestion.slice(end, index), isTyped: false, at: end });
    parts.push({ text, isTyped: true, at: index });
    end = index + text.length;
  }
  if (end < suggestion.length) parts.push({ text: suggestion.slice(end), isTyped: false, at: end });
  return parts;
}
