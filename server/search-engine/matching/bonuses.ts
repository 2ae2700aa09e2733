/** What a product's score gets on top of its words: for adjacent words, the whole name, and a category that is asked for. */
import { type QueryTerm, typedWords } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import { hasDigit } from '../index/vocabulary.ts';
import {
  CATEGORY_BONUS,
  IMPACT_MAX,
  MODEL_BONUS,
  PAIR_BONUS,
  WHOLE_NAME_BONUS,
} from '../weights.ts';
import type { TermLookup } from './plan.ts';

interface TypedWord {
  word: string;
  /** The index of the word in the segment; undefined if the segment does not have the whole word. */
  term: number | undefined;
  rarity: number;
  /** Whether it is a word like `for` and `with`. */
  isStop: boolean;
}

interface Pair {
  first: number;
  second: number;
  bonus: number;
}

/** The bonuses of the products of one segment. */
export class Bonuses {
  readonly #segment: Segment;
  readonly #typed: readonly TypedWord[];
  readonly #pairs: readonly Pair[];
  readonly #ofWhole: number;
  /** By the index of the category. */
  readonly #ofCategory: readonly number[];
  /** An upper bound of the bonus of any product. */
  readonly max: number;

  constructor(segment: Segment, terms: readonly QueryTerm[], lookups: readonly TermLookup[]) {
    const typed = typedWordsOf(terms, lookups);
    const mayBeWhole =
      segment.names.lengths.has(typed.length) && typed.every(({ term }) => term !== undefined);
    this.#segment = segment;
    this.#typed = typed;
    this.#pairs = pairsOf(typed);
    this.#ofWhole = mayBeWhole ? WHOLE_NAME_BONUS * maxScoreOf(typed) : 0;
    this.#ofCategory = segment.categoryWords.map((words) => categoryBonus(words, typed));
    this.max =
      this.#pairs.reduce((sum, { bonus }) => sum + bonus, 0) +
      this.#ofWhole +
      this.#ofCategory.reduce((one, other) => Math.max(one, other), 0);
  }

  of(doc: number): number {
    const { names, categories } = this.#segment;
    let bonus = this.#ofCategory[categories[doc] as number] ?? 0;
    for (const pair of this.#pairs) {
      if (names.hasPair(doc, pair.first, pair.second)) bonus += pair.bonus;
    }
    return this.#ofWhole > 0 && names.isWhole(doc, this.#typed) ? bonus + this.#ofWhole : bonus;
  }
}

/** The typed words of a query in their order. */
function typedWordsOf(terms: readonly QueryTerm[], lookups: readonly TermLookup[]): TypedWord[] {
  return lookups.flatMap(({ need, alternatives: [ranges = []], rarity }, index) => {
    const words = typedWords(terms[index] as QueryTerm); // each term has its lookup
    return ranges.map(({ start, wholeEnd }, at) => ({
      word: words[at] as string,
      term: start < wholeEnd ? start : undefined,
      rarity,
      isStop: need === 'stop',
    }));
  });
}

function pairsOf(typed: readonly TypedWord[]): Pair[] {
  return typed.flatMap((one, index) => {
    const next = typed[index + 1];
    if (one.term === undefined || next?.term === undefined) return [];
    const isModel = hasDigit(next.word) && !hasDigit(one.word);
    const bonus = ((isModel ? MODEL_BONUS : PAIR_BONUS) * maxScoreOf([one, next])) / 2;
    return [{ first: one.term, second: next.term, bonus }];
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
  return CATEGORY_BONUS * maxScoreOf(typed.slice(start, end));
}

function maxScoreOf(words: readonly TypedWord[]): number {
  return words.reduce((sum, { rarity }) => sum + IMPACT_MAX * rarity, 0);
}
