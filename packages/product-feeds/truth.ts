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
].map((words) => words.split('|').map((side) => new Set(side.trim().split(' '))));

type ReadTruth = (value: unknown) => boolean | undefined;

/**
 * Reads the words of one column, which are all of one language: `FAUX` below `FALSCH` is no word that anybody has written.
 * @returns a function that returns undefined for a word that means neither yes nor no
 */
export function createTruthReader(known = languages): ReadTruth {
  let spoken = known;
  return (value) => {
    const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
    if (word === '1' || word === '0') return word === '1';
    const found = spoken.filter((sides) => sides.some((words) => words.has(word)));
    if (found.length > 0) spoken = found;
    return found[0]?.[0]?.has(word);
  };
}

/** Reads a word in English, `1` or `0`. */
export const parseBoolean: ReadTruth = createTruthReader(languages.slice(0, 1));
