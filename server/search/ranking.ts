/**
 * The order of relevance. It compares, one after the other: whether the whole name is what was typed; the
 * penalty; whether the name has the typed words side by side (a phrase); the weight. All of it is one
 * integer for each product, the same on every machine: the smaller, the better.
 */
import { WEIGHT_MAX } from '../catalogue/rules.ts';
import { lowerBound } from './binary-search.ts';
import { type Filters, filterOf } from './filters.ts';
import type { Phrase } from './forward-index.ts';
import { Matcher } from './matching.ts';
import { forEachPhrase, phraseOf, phrasePenalty } from './phrases.ts';
import type { QueryTerm } from './query.ts';
import type { Segment } from './segment.ts';
import { lookUpTerms, sumMinPenalties, type TermLookup } from './term-lookup.ts';
import type { TopK } from './top-k.ts';

/** The best rank of each kind of match; what the weight lacks of the maximum comes on top. */
const WHOLE_NAME = 0;
const PENALTY = 200;
const NO_PHRASE = 100;
const phraseRank = (penalty: number): number => (penalty + 1) * PENALTY;
const looseRank = (penalty: number): number => phraseRank(penalty) + NO_PHRASE;

export interface RankOptions {
  filters?: Filters | undefined;
  /** Products with a higher penalty are left out, unless they have the phrase. */
  penaltyMax?: number;
}

/** Offers the products that match, except those that can't be among the best any more. */
export function rankProducts(
  segments: readonly Segment[],
  terms: readonly QueryTerm[],
  top: TopK,
  { filters, penaltyMax = Number.POSITIVE_INFINITY }: RankOptions = {},
): void {
  const matcher = new Matcher();
  for (const segment of segments) {
    const lookups = lookUpTerms(segment, terms);
    if (lookups === undefined) continue;
    const isWanted = filterOf(segment, filters);
    const ranking: SegmentRanking = {
      segment,
      lookups,
      minPenalty: sumMinPenalties(lookups),
      phrase: phraseOf(lookups),
      top,
      offer(doc, kind) {
        const rank = kind + lackOf(segment, doc);
        if (rank <= top.worstRank && isWanted(doc)) {
          top.offer(rank, segment.positions[doc] as number);
        }
      },
    };
    offerPhrases(ranking);
    offerLooseMatches(ranking, matcher, penaltyMax);
  }
}

interface SegmentRanking {
  segment: Segment;
  lookups: readonly TermLookup[];
  /** No product of the segment has a smaller one. */
  minPenalty: number;
  phrase: Phrase | undefined;
  top: TopK;
  /** @param kind the best rank of this kind of match */
  offer(doc: number, kind: number): void;
}

function offerPhrases({ segment, lookups, minPenalty, phrase, top, offer }: SegmentRanking): void {
  if (phrase === undefined) return;
  const { names } = segment;
  for (const doc of names.findWhole(phrase.terms)) offer(doc, WHOLE_NAME);
  const docEnd = endOfBetter(segment, phraseRank(minPenalty), top.worstRank);
  if (docEnd === 0) return;
  forEachPhrase(segment, phrase, docEnd, (doc) => {
    if (!names.isWhole(doc, phrase.terms)) {
      offer(doc, phraseRank(phrasePenalty(segment, lookups, doc)));
    }
  });
}

function offerLooseMatches(
  { segment, lookups, minPenalty, phrase, top, offer }: SegmentRanking,
  matcher: Matcher,
  penaltyMax: number,
): void {
  const docEnd = endOfBetter(segment, looseRank(minPenalty), top.worstRank);
  if (docEnd === 0) return;
  // The highest penalty with looseRank(penalty) < top.worstRank.
  const better = Math.ceil((top.worstRank - looseRank(0)) / PENALTY) - 1;
  const limits = { docEnd, penaltyMax: Math.min(penaltyMax, better) };
  const { count, docs, penalties } = matcher.match(segment, lookups, limits);
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    const kind = looseRank(penalties[i] as number);
    if (kind + lackOf(segment, doc) > top.worstRank) continue;
    if (phrase === undefined || !segment.names.hasPhrase(doc, phrase)) offer(doc, kind);
  }
}

/** What the weight of a product lacks of the maximum. */
function lackOf({ weights }: Segment, doc: number): number {
  return WEIGHT_MAX - (weights[doc] as number);
}

/**
 * The end of the documents that can be better than the worst of the best. An equal rank is not: the
 * segments before have the products that come first in the catalogue.
 */
function endOfBetter(segment: Segment, bestRank: number, worstRank: number): number {
  return lowerBound(
    0,
    segment.weights.length,
    (doc) => bestRank + lackOf(segment, doc) < worstRank,
  );
}
