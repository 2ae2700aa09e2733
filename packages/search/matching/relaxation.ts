/** Makes the terms of a query optional if too few products have all of them. */
import {
  ENOUGH_RESULTS,
  MISSING_WORDS_MAX,
  RELAXED_IMPACT_MIN,
  RELAXED_RESULTS,
} from '../analysis/constants.ts';
import { COLLECTIVE_NOUNS } from '../analysis/head-nouns.ts';
import { isDetail } from '../analysis/query.ts';
import { IMPACT_MAX } from '../analysis/weights.ts';
import { lowerBound } from '../segments/binary-search.ts';
import { countPostings } from '../segments/posting-lists.ts';
import { SEGMENT_SIZE } from '../segments/segment.ts';
import type { Filters } from './filters.ts';
import { ImpactReader } from './impacts.ts';
import { countMatches, type Found } from './matcher.ts';
import { maxScoreOf, type PlannedSegment, type PlannedTerm, type QueryPlan } from './plan.ts';
import { rankProducts } from './ranking.ts';
import { type Ranked, TopK } from './top-k.ts';

/** The products of a relaxed search. */
export interface Relaxed {
  /** The products that have all terms, best first. They are fewer than ENOUGH_RESULTS. */
  complete: readonly Ranked[];
  /** The products that have some terms, best first. There is at least one. */
  partial: readonly Ranked[];
}

/**
 * Finds the few products with all terms, and the best products with some.
 * @param filters what may be counted: of grouped results, a card counts once
 * @param isTyped whether a word is no correction
 * @returns undefined if there are enough products with all terms, or if the query is nonsense or names nothing
 */
export function relax(
  plan: QueryPlan,
  filters: Filters,
  isTyped: (word: string) => boolean = () => true,
): Relaxed | undefined {
  const required = plan.terms.filter(({ isStop }) => !isStop);
  if (required.length < 2) return undefined;
  const completeProducts = countMatches(plan, filters, ENOUGH_RESULTS);
  if (completeProducts === ENOUGH_RESULTS) return undefined;
  const words = required.flatMap(({ typed }) => typed).length;
  const isSense = words === 2 ? namesThing(plan, isTyped) : areEnoughKnown(plan);
  if (!isSense) return undefined;
  const complete = new TopK(ENOUGH_RESULTS);
  if (completeProducts > 0) rankProducts(plan, complete, { filters });
  const except = new Set(complete.results.map(({ position }) => position));
  const partial = new TopK(RELAXED_RESULTS - except.size);
  rankProducts(withOptionalTerms(plan), partial, { filters, except });
  if (partial.results.length === 0) return undefined;
  return { complete: complete.results, partial: withEnoughWords(plan, partial.results) };
}

/**
 * Of a query with three words or more, leaves out the products that no word names and that several words do not
 * describe; none if that would leave fewer than two.
 */
function withEnoughWords(plan: QueryPlan, results: readonly Ranked[]): readonly Ranked[] {
  if (plan.terms.filter(isRequiredWord).length <= 2) return results;
  const reader = new ImpactReader();
  const enough = results.filter(({ position }) => {
    const impacts = impactsAt(plan, position, reader);
    return (
      plan.terms.reduce(
        (sum, term, index) => (isRequiredWord(term) ? sum + (impacts[index] as number) : sum),
        0,
      ) >=
      RELAXED_IMPACT_MIN * IMPACT_MAX
    );
  });
  // A single one is as likely a wrong one: in a small shop, few products are described well.
  return enough.length > 1 ? enough : results;
}

function isRequiredWord(term: PlannedTerm): boolean {
  return !term.isStop && !isDetail(term);
}

/** Makes every term optional. A term that no product has does not count. */
function withOptionalTerms(plan: QueryPlan): QueryPlan {
  const terms = plan.terms.map((term) => (term.count === 0 ? { ...term, rarity: 0 } : term));
  return { ...plan, terms, maxScore: maxScoreOf(terms), isRelaxed: true };
}

/** Nonsense is a query with mostly words that no product has. */
function areEnoughKnown({ terms }: QueryPlan): boolean {
  const words = terms.filter(isRequiredWord);
  const unknown = words.filter(({ count }) => count === 0);
  return words.length > 0 && unknown.length <= words.length * MISSING_WORDS_MAX;
}

/**
 * Whether one of two words names a thing: the last one that is known and was not corrected. A product must be called so, and
 * `set` alone is no thing.
 */
function namesThing({ terms, segments }: QueryPlan, isTyped: (word: string) => boolean): boolean {
  const thing = terms.findLastIndex(
    ({ count, isStop, typed }) => count > 0 && !isStop && typed.every(isTyped),
  );
  const term = terms[thing];
  if (term === undefined || isDetail(term)) return false;
  const isNamed = segments.some(({ segment: { named }, lookups }) =>
    lookups[thing]?.alternatives.some((words) =>
      words.every(({ start, end }) => countPostings(named, start, end) > 0),
    ),
  );
  return isNamed && !COLLECTIVE_NOUNS.has(term.typed.at(-1) ?? '');
}

/** The products of a relaxed search in the order of relevance. */
export function* findRelaxed(
  { complete, partial }: Relaxed,
  { segments }: QueryPlan,
): Generator<Found> {
  for (const [rank, { position }] of [...complete, ...partial].entries()) {
    const { segment, doc } = locate(segments, position);
    yield { segment, docs: [doc], rank };
  }
}

/** The typed words of a query that the product at a position has. */
export function wordsOf(plan: QueryPlan, position: number): string[] {
  const impacts = impactsAt(plan, position, new ImpactReader());
  const found = plan.terms.filter(({ isStop }, index) => !isStop && impacts[index] !== 0);
  return found.flatMap(({ typed }) => typed);
}

/** The impact of each term on the product at a position. */
function impactsAt({ segments }: QueryPlan, position: number, reader: ImpactReader): number[] {
  const { segment, lookups, doc } = locate(segments, position);
  const lists = [segment.named, segment.described];
  const docs = Uint16Array.of(doc);
  return lookups.map(
    ({ alternatives }) => reader.read(lists, alternatives, docs).byDoc[doc] as number,
  );
}

/** Finds an indexed product. */
function locate(segments: readonly PlannedSegment[], position: number) {
  const number = Math.floor(position / SEGMENT_SIZE);
  const planned = segments.find(({ segment }) => segment.number === number) as PlannedSegment; // it is indexed
  const { positions } = planned.segment;
  const doc = lowerBound(0, positions.length, (at) => (positions[at] as number) < position);
  return { ...planned, doc };
}
