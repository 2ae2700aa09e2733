/** The four functions of the search engine: build, search, suggest, facets. */
import type { Facets } from '../../contract/catalogue.ts';
import { SUGGESTIONS_MAX } from '../../contract/limits.ts';
import { type Listing, wholeCatalogue } from '../../contract/listing.ts';
import { parseQuery, pluralBrands, type QueryTerm, queryWords } from './analysis/query.ts';
import { ProductIndex } from './index/product-index.ts';
import type { CompletedText, ProductSource, Ranked, SearchResult } from './interface.ts';
import { findCategories } from './matching/categories.ts';
import { countFacets } from './matching/facets.ts';
import { filtersOf } from './matching/filters.ts';
import { planQuery, type QueryPlan } from './matching/plan.ts';
import { countMatches, relax, wordsOf } from './matching/relaxation.ts';
import { isPartial, rankProducts } from './ranking/ranking.ts';
import { sortProducts } from './ranking/sorting.ts';
import { TopK } from './ranking/top-k.ts';
import { completeWord } from './spelling/completions.ts';
import { correctWords } from './spelling/correction.ts';

interface Query {
  plan: QueryPlan;
  corrected: SearchResult['corrected'];
  /** The number of products that have all words, if further products have some of them. */
  complete: number | undefined;
}

/** The results to return: at most `limit`, from the one after `after` on. */
export interface ResultPage {
  limit: number;
  after?: Ranked | undefined;
}

export class SearchEngine {
  readonly #index: ProductIndex;

  constructor(source: ProductSource) {
    this.#index = new ProductIndex(source);
  }

  /** Indexes what changed since the last call. Meanwhile, what is indexed answers. */
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
    const { plan, corrected, complete } = query;
    const { sort } = listing;
    const filters = filtersOf(listing);
    const top = new TopK(limit, after);
    const isRanked = plan.terms.length > 0 && sort === 'relevance';
    if (isRanked) rankProducts(plan, top, { filters });
    else sortProducts(plan, top, { filters, sort });
    const { results } = top;
    const firstPage = isRanked && after === undefined ? results : [];
    const partial = complete !== undefined && {
      completeProducts: complete,
      wordsOfFirst: wordsOfFirst(plan, complete, firstPage),
    };
    return { results, corrected, partial: partial || undefined };
  }

  /** Completes a text whose last word may be incomplete. */
  suggest(text: string): CompletedText {
    const words = this.#correct(queryWords(text));
    const last = words.at(-1);
    if (last === undefined) return { completions: [], categories: [], positions: [] };
    const { segments, categories } = this.#index;
    const top = new TopK(SUGGESTIONS_MAX);
    // Leave out products that have the words only in their description.
    const filters = filtersOf({ ...wholeCatalogue, isGrouped: true });
    rankProducts(this.#plan(words, text), top, { isNamed: true, filters });
    return {
      completions: completeWord(segments, last, this.#terms(words.slice(0, -1))),
      categories: findCategories(categories, words),
      positions: top.results.map(({ position }) => position),
    };
  }

  /** Counts the products of a listing that each further filter would leave. */
  facets(listing: Listing): Facets {
    const plan = this.#parse(listing)?.plan ?? planQuery([], []);
    return countFacets(plan, filtersOf(listing));
  }

  /** Parses the text of a listing; undefined if it has no words, and so no results. */
  #parse({ text, exact }: Listing): Query | undefined {
    const typed = queryWords(text);
    if (typed.length === 0 && text.trim() !== '') return undefined;
    const words = exact ? typed : this.#correct(typed);
    const plan = this.#plan(words, text);
    // Of two words only the last one can remain, but not if it is itself a correction.
    const mayRelax = !exact && (typed.length > 2 || words.at(-1) === typed.at(-1));
    const relaxed = mayRelax ? relax(plan) : undefined;
    return {
      plan: relaxed?.plan ?? plan,
      corrected: words.join(' ') === typed.join(' ') ? undefined : words,
      complete: relaxed?.complete,
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

/** The words of the first product that lacks some of them: on the page, or else of the whole search. */
function wordsOfFirst(plan: QueryPlan, complete: number, page: readonly Ranked[]): string[] {
  let first = page.find(({ rank }) => isPartial(rank));
  if (first === undefined) {
    const top = new TopK(complete + 1);
    rankProducts(plan, top);
    first = top.results.at(-1);
  }
  return first === undefined ? [] : wordsOf(plan, first.position);
}
