/** The four functions of the search engine: build, search, suggest, facets. */
import type { Facets } from '../../contract/catalogue.ts';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { type Listing, wholeCatalogue } from '../../contract/listing.ts';
import { parseQuery, pluralBrands, type QueryTerm, queryWords } from './analysis/query.ts';
import { ProductIndex } from './index/product-index.ts';
import type { CompletedText, ProductSource, Ranked, SearchResult } from './interface.ts';
import { findCategories } from './matching/categories.ts';
import { countFacets } from './matching/facets.ts';
import { type Filters, filtersOf } from './matching/filters.ts';
import { countMatches, type Found, findMatches } from './matching/matching.ts';
import { planQuery, type QueryPlan } from './matching/plan.ts';
import { findRelaxed, type Relaxed, relax, wordsOf } from './matching/relaxation.ts';
import { rankProducts } from './ranking/ranking.ts';
import { sortProducts } from './ranking/sorting.ts';
import { TopK } from './ranking/top-k.ts';
import { completeWord } from './spelling/completions.ts';
import { correctWords } from './spelling/correction.ts';

interface Query {
  plan: QueryPlan;
  corrected: SearchResult['corrected'];
  /** The products, if few or none have all words. */
  relaxed: Relaxed | undefined;
}

/** The results to return: at most `limit`, following `after`. */
export interface ResultPage {
  limit: number;
  after?: Ranked | undefined;
}

export class SearchEngine {
  readonly #index: ProductIndex;

  constructor(source: ProductSource) {
    this.#index = new ProductIndex(source);
  }

  /** Indexes what changed since the last call. Meanwhile, searches use the previous index. */
  build(): Promise<void> {
    return this.#index.build();
  }

  /** Ends the thread that builds segments. A running `build` fails. */
  close(): void {
    this.#index.close();
  }

  /** Finds products by text and filters. Misspelt words are corrected, unless the listing is exact. */
  search(listing: Listing, { limit, after }: ResultPage): SearchResult {
    const query = this.#parse(listing);
    if (query === undefined) return { results: [], corrected: undefined, partial: undefined };
    const { plan, corrected, relaxed } = query;
    const { sort } = listing;
    const filters = filtersOf(listing);
    const top = new TopK(limit, after);
    const isRanked = plan.terms.length > 0 && sort === 'relevance' && relaxed === undefined;
    if (isRanked) rankProducts(plan, top, { filters });
    else sortProducts(foundBy(query), top, { filters, sort });
    const first = relaxed?.partial[0];
    const partial = first && {
      completeProducts: relaxed.complete.length,
      wordsOfFirst: wordsOf(plan, first.position),
    };
    return { results: top.results, corrected, partial };
  }

  /** Completes a text whose last word may be incomplete. */
  suggest(text: string): CompletedText {
    const words = this.#correct(queryWords(text));
    const last = words.at(-1);
    if (last === undefined) return { completions: [], categories: [], positions: [] };
    const { segments, categories } = this.#index;
    const top = new TopK(SUGGESTIONS_MAX);
    // Leave out products that have the words only in their description.
    rankProducts(this.#plan(words, text), top, { isNamed: true, filters: groupFilter(true) });
    return {
      completions: completeWord(segments, last, this.#terms(words.slice(0, -1))),
      categories: findCategories(categories, words),
      positions: top.results.map(({ position }) => position),
    };
  }

  /** Counts the products of a listing that each further filter would leave. */
  facets(listing: Listing): Facets {
    const query = this.#parse(listing);
    const found = query === undefined ? [] : foundBy(query);
    return countFacets(found, this.#index.segments, filtersOf(listing));
  }

  /** Parses the text of a listing; undefined if it has no words, and so no results. */
  #parse({ text, exact, isGrouped }: Listing): Query | undefined {
    const typed = queryWords(text);
    if (typed.length === 0 && text.trim() !== '') return undefined;
    const words = exact ? typed : this.#correct(typed);
    const plan = this.#plan(words, text);
    // Of two words only the last one can remain, but not if it is itself a correction.
    const mayRelax = !exact && (typed.length > 2 || words.at(-1) === typed.at(-1));
    return {
      plan,
      corrected: words.join(' ') === typed.join(' ') ? undefined : words,
      relaxed: mayRelax ? relax(plan, groupFilter(isGrouped)) : undefined,
    };
  }

  #terms(words: readonly string[], text = ''): QueryTerm[] {
    const { lexicon } = this.#index;
    return parseQuery(words, lexicon, pluralBrands(text, lexicon));
  }

  #plan(words: readonly string[], text?: string): QueryPlan {
    return planQuery(this.#index.segments, this.#terms(words, text));
  }

  #correct(words: readonly string[]): readonly string[] {
    const { spelling, lexicon } = this.#index;
    return correctWords(words, spelling, {
      isKnown: (word) => lexicon.synonyms.has(word) || this.#index.hasPrefix(word),
      isWhole: lexicon.isKnown,
      countTogether: (some) => countMatches(this.#plan(some)),
    });
  }
}

/** All products of a query. */
function foundBy({ plan, relaxed }: Query): Iterable<Found> {
  return relaxed ? findRelaxed(relaxed, plan) : findMatches(plan);
}

function groupFilter(isGrouped: boolean): Filters | undefined {
  return filtersOf({ ...wholeCatalogue, isGrouped });
}
