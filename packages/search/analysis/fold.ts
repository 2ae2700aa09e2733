/** Folds letters of every script, so that one word has one form however it is written. */

/** Letters that Unicode does not decompose into a letter and a mark. */
export const foldedLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
]);

/** Accents, and the vowel signs of Hebrew and Arabic, which are seldom written. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]/g;
/** Scripts without spaces between words. */
const UNSPACED_SCRIPTS =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\u3099\u309a\u30fc\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}]';
const UNSPACED = new RegExp(UNSPACED_SCRIPTS, 'u');
const UNSPACED_RUNS = new RegExp(`${UNSPACED_SCRIPTS}+`, 'gu');
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Whether a word is of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** Decomposes letters, in lower case, and separates the words of scripts without spaces. */
export function decompose(text: string): string {
  const lower = text.normalize('NFKD').toLowerCase().replaceAll('ø', 'o\u0308');
  if (!isUnspaced(lower)) return lower;
  return lower.replace(UNSPACED_RUNS, (run) => {
    const words = Array.from(segmenter.segment(run.normalize('NFC')), ({ segment }) => segment);
    return ` ${words.join(' ')} `;
  });
}

/**
 * Folds a decomposed word: `łyżka` is `lyzka`, and `käse` kaese, as it is written without umlauts. The Arabic article is left
 * out.
 */
export function fold(word: string): string {
  return foldShort(word.replace(/([aou])\u0308/g, '$1e')).replace(
    /^\u0648?\u0627\u0644(?=\p{L}{3})/u,
    '',
  );
}

/** Like `fold`, but `käse` is kase. */
export function foldShort(word: string): string {
  return word.replace(MARKS, '').replace(/[^\0-\x7f]/g, (char) => foldedLetters.get(char) ?? char);
}

/**
 * The pairs of neighbouring characters in words without spaces that follow each other, and the last character, so that a word
 * is found wherever the texts of products are divided.
 */
export function bigramsOf(word: string): string[] {
  const chars = Array.from(word);
  return chars.map((char, at) => char + (chars[at + 1] ?? ''));
}
