/** What a product's score gets on top of its words: for adjacent words, and for a category that is asked for. */
import { typedWords } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import { hasDigit } from '../index/vocabulary.ts';
import { CATEGORY_BONUS, IMPACT_MAX, MODEL_BONUS, PAIR_BONUS } from '../weights.ts';
import type { QueryPlan, TermLookup } from './plan.ts';

interface TypedWord {
  /** The index of its term in the query. */
  index: number;
  word: string;
  /** The index of the word in the segment; undefined if the segment does not have the whole word. */
  term: number | undefined;
  rarity: number;
  /** Whether it is a word like `for` and `with`. */
  isStop: boolean;
  isBrand: boolean;
}

interface Pair {
  first: number;
  second: number;
  bonus: number;
  /** The rarer word. */
  owner: TypedWord;
}

/** The bonuses of the products of one segment. */
export class Bonuses {
  readonly #segment: Segment;
  readonly #pairs: readonly Pair[];
  /** By the index of the category. */
  readonly #ofCategory: readonly number[];
  /** Upper bounds by term: a product without the term does not get this part. */
  readonly ofTerms: readonly number[];
  /** An upper bound of the bonus that needs no term. */
  readonly ofOthers: number;

  constructor(segment: Segment, plan: QueryPlan, lookups: readonly TermLookup[]) {
    const typed = typedWordsOf(plan, lookups);
    this.#segment = segment;
    this.#pairs = pairsOf(typed);
    this.#ofCategory = segment.categoryWords.map((words) => categoryBonus(words, typed));
    const sumOf = (isCounted: (owner: TypedWord) => boolean) =>
      this.#pairs.reduce((sum, { owner, bonus }) => sum + (isCounted(owner) ? bonus : 0), 0);
    this.ofTerms = plan.terms.map((_, index) =>
      sumOf(({ index: other, isStop }) => other === index && !isStop),
    );
    this.ofOthers = sumOf(({ isStop }) => isStop) + Math.max(0, ...this.#ofCategory);
  }

  ofCategory(doc: number): number {
    return this.#ofCategory[this.#segment.categories[doc] as number] ?? 0;
  }

  ofPairs(doc: number): number {
    const { names } = this.#segment;
    let bonus = 0;
    for (const { first, second, bonus: ofPair } of this.#pairs) {
      if (names.hasPair(doc, first, second)) bonus += ofPair;
    }
    return bonus;
  }
}

/** The typed words of a query in their order. */
function typedWordsOf({ terms, rarities }: QueryPlan, lookups: readonly TermLookup[]): TypedWord[] {
  return terms.flatMap((term, index) => {
    const ranges = lookups[index]?.alternatives[0] ?? [];
    return typedWords(term).map((word, at) => {
      const { start = 0, wholeEnd = 0 } = ranges[at] ?? {};
      return {
        index,
        word,
        term: start < wholeEnd ? start : undefined,
        rarity: rarities[index] ?? 0,
        isStop: term.need === 'stop',
        isBrand: term.isBrand,
      };
    });
  });
}

function pairsOf(typed: readonly TypedWord[]): Pair[] {
  return typed.flatMap((one, index) => {
    const next = typed[index + 1];
    if (one.term === undefined || next?.term === undefined) return [];
    const isModel = hasDigit(next.word) && !hasDigit(one.word);
    const part = isModel ? MODEL_BONUS : PAIR_BONUS;
    const bonus = Math.round((part * maxScoreOf([one, next])) / 2);
    const owner = one.rarity > next.rarity ? one : next;
    return [{ first: one.term, second: next.term, bonus, owner }];
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
  if (next !== undefined && !next.isStop && !hasDigit(next.word)) return 0;
  const asked = typed.slice(start, end);
  // A search for the brand Looms does not ask for the category of looms.
  if (asked.some(({ isBrand }) => isBrand)) return 0;
  return Math.round(CATEGORY_BONUS * maxScoreOf(asked));
}

function maxScoreOf(words: readonly TypedWord[]): number {
  return words.reduce((sum, { rarity }) => sum + IMPACT_MAX * rarity, 0);
}
