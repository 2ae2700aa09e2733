/** What a product's score gets on top of its words: for adjacent words, and for a category that is asked for. */
import { typedWords } from '../analysis/query.ts';
import type { Segment } from '../index/segment.ts';
import { hasDigit } from '../index/vocabulary.ts';
import { CATEGORY_BONUS, MODEL_BONUS, PAIR_BONUS } from '../weights.ts';
import { maxScoreOf, type PlannedSegment, type QueryPlan } from './plan.ts';

interface TypedWord {
  word: string;
  /** The index of its term in the query. */
  index: number;
  /** The index of the word in the term. */
  at: number;
  rarity: number;
  /** Whether it is a word like `for` and `with`. */
  isStop: boolean;
  isBrand: boolean;
}

/** Two words that are adjacent in the query. */
interface Pair {
  first: TypedWord;
  second: TypedWord;
  bonus: number;
  /** The rarer word. */
  owner: TypedWord;
}

/** The bonuses that a query can give, which are the same in every segment. */
export class QueryBonuses {
  readonly pairs: readonly Pair[];
  readonly #typed: readonly TypedWord[];
  readonly #byCategory = new Map<string, number>();

  constructor(plan: QueryPlan) {
    this.#typed = typedWordsOf(plan);
    this.pairs = pairsOf(this.#typed);
  }

  /** @param words the terms of the category's name */
  ofCategory(name: string, words: readonly string[]): number {
    const known = this.#byCategory.get(name);
    if (known !== undefined) return known;
    const bonus = categoryBonus(words, this.#typed);
    this.#byCategory.set(name, bonus);
    return bonus;
  }
}

/** The bonuses of the products of one segment. */
export class Bonuses {
  readonly #segment: Segment;
  /** The adjacent words by their indices in the segment. */
  readonly #pairs: { first: number; second: number; bonus: number }[] = [];
  /** By the index of the category. */
  readonly #ofCategory: readonly number[];
  /** Upper bounds by term: a product without the term does not get this part. */
  readonly ofTerms: number[];
  /** An upper bound of the bonus that needs no term. */
  readonly ofOthers: number;

  constructor({ segment, lookups }: PlannedSegment, query: QueryBonuses) {
    this.#segment = segment;
    this.#ofCategory = segment.categoryNames.map((name, index) =>
      query.ofCategory(name, segment.categoryWords[index] ?? []),
    );
    this.ofTerms = lookups.map(() => 0);
    let ofStopWords = 0;
    /** The index of the whole word in the segment, if the segment has it. */
    const termOf = ({ index, at }: TypedWord): number | undefined => {
      const { start = 0, wholeEnd = 0 } = lookups[index]?.alternatives[0]?.[at] ?? {};
      return start < wholeEnd ? start : undefined;
    };
    for (const { first, second, bonus, owner } of query.pairs) {
      const [one, next] = [termOf(first), termOf(second)];
      if (one === undefined || next === undefined) continue;
      this.#pairs.push({ first: one, second: next, bonus });
      if (owner.isStop) ofStopWords += bonus;
      else this.ofTerms[owner.index] = (this.ofTerms[owner.index] ?? 0) + bonus;
    }
    this.ofOthers = ofStopWords + Math.max(0, ...this.#ofCategory);
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
function typedWordsOf({ terms, rarities }: QueryPlan): TypedWord[] {
  return terms.flatMap((term, index) =>
    typedWords(term).map((word, at) => ({
      word,
      index,
      at,
      rarity: rarities[index] ?? 0,
      isStop: term.need === 'stop',
      isBrand: term.isBrand,
    })),
  );
}

function pairsOf(typed: readonly TypedWord[]): Pair[] {
  return typed.slice(1).map((second, index) => {
    const first = typed[index] as TypedWord; // the one before
    const isModel = hasDigit(second.word) && !hasDigit(first.word);
    const part = isModel ? MODEL_BONUS : PAIR_BONUS;
    const bonus = Math.round((part * maxScoreOf([first.rarity, second.rarity])) / 2);
    return { first, second, bonus, owner: first.rarity > second.rarity ? first : second };
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
  return Math.round(CATEGORY_BONUS * maxScoreOf(asked.map(({ rarity }) => rarity)));
}
