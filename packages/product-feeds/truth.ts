/** The words for yes and no. */

export const BOOLEAN_WORDS = 'true or false, yes or no, 1 or 0';
/** The words for yes, a bar, and those for no, in the languages that spreadsheets speak. */
const languages = [
  'true yes | false no',
  'wahr ja | falsch nein',
  'vrai oui | faux non',
  'verdadero sí si | falso no',
  'vero sì si | falso no',
  'verdadeiro sim | falso não nao',
  'waar ja | onwaar nee',
  'sant ja | falskt nej',
  'sand ja | falsk nej',
  'sann ja | usann nei',
  'tosi kyllä | epätosi ei',
  'prawda tak | fałsz nie',
  'pravda ano | nepravda ne',
  'pravda áno | nepravda nie',
  'igaz igen | hamis nem',
  'adevărat da | fals nu',
  'истина да | ложь нет',
  'істина так | хибність ні',
  'doğru evet | yanlış yanliş hayır hayir',
  'αληθής αληθης ναι | ψευδής ψευδης όχι οχι',
];
const numbers: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
]);
/** What a word means in each language that has it, by the place of the language. */
const meanings = new Map<string, Map<number, boolean>>();
for (const [language, words] of languages.entries()) {
  for (const [index, side] of words.split('|').entries()) {
    for (const word of side.trim().split(' ')) {
      meanings.set(word, (meanings.get(word) ?? new Map()).set(language, index === 0));
    }
  }
}

type ReadTruth = (value: unknown) => boolean | undefined;

/**
 * Reads the words of one column, which are all of one language: `FAUX` below `FALSCH` is no word that anybody has written.
 * @returns a function that returns undefined for a word that means neither yes nor no
 */
export function createTruthReader(): ReadTruth {
  let spoken: readonly number[] | undefined;
  return (value) => {
    const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
    const number = numbers.get(word);
    if (number !== undefined) return number;
    const found = [...(meanings.get(word) ?? [])].filter(
      ([language]) => spoken?.includes(language) ?? true,
    );
    const [first] = found;
    if (first === undefined) return undefined;
    spoken = found.map(([language]) => language);
    return first[1];
  };
}

/** Reads a word in English, `1` or `0`. */
export const parseBoolean: ReadTruth = (value) => {
  const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
  return numbers.get(word) ?? meanings.get(word)?.get(0);
};
