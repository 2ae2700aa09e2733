/** What a product's score gets on top of its words: for adjacent words, its whole name, and a category that is asked for. */
import { CATEGORY_BONUS, EXACT_BONUS, MODEL_BONUS, PAIR_BONUS } from '../analysis/constants.ts';
import { hasDigit } from '../analysis/tokenize.ts';
import { hasPair, isName } from '../segments/names.ts';
import { maxScoreOf, type PlannedSegment, type PlannedTerm, type QueryPlan } from './plan.ts';

/** The bonuses of the products of one segment. */
export interface Bonuses {
  ofCategory(doc: number): number;
  /** For the adjacent words of the query that are adjacent in the name, and for a name that is the query. */
  ofName(doc: number): number;
  /** Upper bounds by term: a product without the term does not get this part. */
  ofTerms: readonly number[];
  /** An upper bound of the bonus that needs no term. */
  ofOthers: number;
}

interface TypedWord {
  word: string;
  term: PlannedTerm;
  rarity: number;
  /** The index of its term in the query. */
  index: number;
  /** The index of the word in the term. */
  at: number;
}

/** Two words that are adjacent in the query. */
interface Pair {
  first: TypedWord;
  second: TypedWord;
  bonus: number;
}

/** Creates a function that returns the bonuses of the products of a segment. */
export function bonusesOf({ terms, maxScore }: QueryPlan): (planned: PlannedSegment) => Bonuses {
  const typed = terms.flatMap((term, index) =>
    term.typed.map((word, at) => ({ word, term, rarity: term.rarity, index, at })),
  );
  const pairs = pairsOf(typed);
  const exact = Math.round(EXACT_BONUS * maxScore);
  const rarest = terms.reduce(
    (best, { rarity }, at) => (rarity > (terms[best]?.rarity ?? 0) ? at : best),
    0,
  );
  const byCategory = new Map<string, number>();
  const ofCategory = (name: string, words: readonly string[]): number => {
    const bonus = byCategory.get(name) ?? categoryBonus(words, typed);
    byCategory.set(name, bonus);
    return bonus;
  };
  return ({ segment, lookups }) => {
    const { names, categories, categoryNames, categoryWords } = segment;
    /** The index of the whole word in the segment, if the segment has it. */
    const indexOf = ({ index, at }: TypedWord): number | undefined => {
      const { start = 0, wholeEnd = 0 } = lookups[index]?.alternatives[0]?.[at] ?? {};
      return start < wholeEnd ? start : undefined;
    };
    const ofTerms = lookups.map(() => 0);
    let ofStopWords = 0;
    const inSegment = pairs.flatMap(({ first, second, bonus }) => {
      const [one, next] = [indexOf(first), indexOf(second)];
      if (one === undefined || next === undefined) return [];
      const rarer = first.rarity > second.rarity ? first : second;
      if (rarer.term.isStop) ofStopWords += bonus;
      else ofTerms[rarer.index] = (ofTerms[rarer.index] as number) + bonus;
      return [{ one, next, bonus }];
    });
    const whole = typed.flatMap((word) => indexOf(word) ?? []);
    const mayBeName = whole.length === typed.length && whole.length > 0;
    if (mayBeName) ofTerms[rarest] = (ofTerms[rarest] as number) + exact;
    const ofCategories = categoryNames.map((name, index) =>
      ofCategory(name, categoryWords[index] ?? []),
    );
    return {
      ofCategory: (doc) => ofCategories[categories[doc] as number] as number,
      ofName(doc) {
        let sum = mayBeName && isName(names, doc, whole) ? exact : 0;
        for (const { one, next, bonus } of inSegment) {
          if (hasPair(names, doc, one, next)) sum += bonus;
        }
        return sum;
      },
      ofTerms,
      ofOthers: ofStopWords + Math.max(0, ...ofCategories),
    };
  };
}

function pairsOf(typed: readonly TypedWord[]): Pair[] {
  return typed.slice(1).map((second, index) => {
    const first = typed[index] as TypedWord; // the one before
    const isModel = hasDigit(second.word) && !hasDigit(first.word);
    const part = isModel ? MODEL_BONUS : PAIR_BONUS;
    return { first, second, bonus: Math.round((part * maxScoreOf([first, second])) / 2) };
  });
}

/**
 * The bonus of a category whose words are adjacent words of the query. They must not be followed by a word that names
 * another thing: `vacuum cleaner bags` are no vacuum cleaners.
 */
function categoryBonus(words: readonly string[], typed: readonly TypedWord[]): number {
  const isAt = (start: number) => words.every((word, index) => typed[start + index]?.word === word);
  const start = typed.findIndex((_, index) => isAt(index));
  if (words.length === 0 || start === -1) return 0;
  const end = start + words.length;
  const next = typed[end];
  if (next !== undefined && !next.term.isStop && !hasDigit(next.word)) return 0;
  const asked = typed.slice(start, end);
  // A search for the brand Looms does not ask for the category of looms.
  if (asked.some(({ term }) => term.isBrand)) return 0;
  return Math.round(CATEGORY_BONUS * maxScoreOf(asked));
}
