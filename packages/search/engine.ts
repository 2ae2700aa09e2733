/** The four functions of the search engine: build, search, suggest, facets. */
import { isUnspaced } from './analysis/fold.ts';
import { joinedAt, type Lexicon, parseQuery, queryWords } from './analysis/query.ts';
import {
  type Category,
  type Completion,
  completeWord,
  findCategories,
  listCategories,
} from './matching/completions.ts';
import { countFacets, type Facets } from './matching/facets.ts';
import type { Filters } from './matching/filters.ts';
import { countMatches, type Found, findMatches } from './matching/matcher.ts';
import { planQuery, type QueryPlan } from './matching/plan.ts';
import { rankProducts } from './matching/ranking.ts';
import { findRelaxed, type Relaxed, relax, wordsOf } from './matching/relaxation.ts';
import { type Sort, sortProducts } from './matching/sorting.ts';
import { type Ranked, TopK } from './matching/top-k.ts';
import { ProductIndex, type ProductSource } from './segments/product-index.ts';
import { correctWords } from './spelling/correction.ts';
import { Spelling } from './spelling/spelling.ts';

export interface SearchRequest {
  /** What to search for; a blank text finds everything. */
  text: string;
  /** Searches for the text as it is: corrects no words, and leaves none out. */
  exact: boolean;
  filters: Filters;
  sort: Sort;
}

export interface SearchResult {
  /** Best first. */
  results: readonly Ranked[];
  /** The corrected words; undefined if the typed words are searched for. */
  corrected: readonly string[] | undefined;
  /** If no or few products have all words, products with some of them follow. */
  partial: { completeProducts: number; wordsOfFirst: readonly string[] } | undefined;
}

export interface CompletedText {
  /** The most frequent completions of the last word. */
  completions: readonly Completion[];
  /** The categories that have all words, most products first. */
  categories: readonly string[];
  /** The positions of the first products of a search. */
  positions: readonly number[];
}

interface Query {
  plan: QueryPlan;
  corrected: SearchResult['corrected'];
  /** The products, if few or none have all words. */
  relaxed: Relaxed | undefined;
}

export class SearchEngine {
  readonly #index: ProductIndex;
  readonly #spelling: Spelling;
  #categories: readonly Category[] = [];

  constructor(source: ProductSource) {
    this.#index = new ProductIndex(source);
    this.#spelling = new Spelling(this.#index);
  }

  /** Indexes what changed since the last call. Meanwhile, searches use the previous index. Calls must not overlap. */
  async build(): Promise<void> {
    await this.#index.build();
    this.#categories = listCategories(this.#index.segments);
  }

  /** Ends the thread that builds segments. A running `build` fails. */
  close(): void {
    this.#index.close();
  }

  /** @returns at most `limit` results, following `after` */
  search(request: SearchRequest, limit: number, after?: Ranked): SearchResult {
    const query = this.#parse(request);
    if (query === undefined) return { results: [], corrected: undefined, partial: undefined };
    const { plan, corrected, relaxed } = query;
    const results = find(query, request, new TopK(limit, after));
    const first = relaxed?.partial[0];
    const partial = first && {
      completeProducts: relaxed.complete.length,
      wordsOfFirst: wordsOf(plan, first.position),
    };
    return { results, corrected, partial };
  }

  /**
   * Completes a text whose last word may be incomplete. The products are the first ones of a search.
   * @param limit the maximum of products
   */
  suggest(text: string, limit: number): CompletedText {
    const request = {
      text,
      exact: false,
      filters: { isGrouped: true },
      sort: 'relevance',
    } as const;
    const query = this.#parse(request);
    const words = query?.corrected ?? queryWords(text);
    const last = words.at(-1);
    if (query === undefined || last === undefined)
      return { completions: [], categories: [], positions: [] };
    const termsBefore = parseQuery(words.slice(0, -1), this.#lexicon);
    return {
      completions: completeWord(this.#index.segments, last, termsBefore),
      categories: findCategories(this.#categories, words),
      positions: find(query, request, new TopK(limit)).map(({ position }) => position),
    };
  }

  /** Counts the products of a search that each further filter would leave. */
  facets(request: SearchRequest): Facets {
    const query = this.#parse(request);
    const found = query === undefined ? [] : foundBy(query);
    return countFacets(found, this.#index.segments, request.filters);
  }

  /** Parses a text; undefined if it has no words but is not blank, so that nothing matches. */
  #parse({ text, exact, filters }: SearchRequest): Query | undefined {
    const typed = queryWords(text);
    if (typed.length === 0 && text.trim() !== '') return undefined;
    const words = exact ? typed : this.#correct(typed);
    const plan = this.#plan(words, text);
    return {
      plan,
      corrected: words.join(' ') === typed.join(' ') ? undefined : words,
      relaxed: exact
        ? undefined
        : relax(plan, { isGrouped: filters.isGrouped }, (word) => typed.includes(word)),
    };
  }

  get #lexicon(): Lexicon {
    return {
      isKnown: (word) => this.#index.countOf(word) > 0,
      hasPrefix: (word) => this.#index.hasPrefix(word),
      probablyMeant: (word) => this.#spelling.frequentNeighbour(word),
      synonyms: this.#index.synonyms,
    };
  }

  #plan(words: readonly string[], text?: string): QueryPlan {
    return planQuery(this.#index.segments, parseQuery(words, this.#lexicon, text));
  }

  #correct(words: readonly string[]): readonly string[] {
    const lexicon = this.#lexicon;
    return correctWords(words, this.#spelling, {
      isKnown: (word) => lexicon.synonyms.has(word) || isUnspaced(word) || lexicon.hasPrefix(word),
      joinedAt: (some, at) => joinedAt(some, at, lexicon),
      countTogether: (some) => countMatches(this.#plan(some)),
    });
  }
}

/** The first products of a query. */
function find(query: Query, { sort, filters }: SearchRequest, top: TopK): readonly Ranked[] {
  const { plan, relaxed } = query;
  const isRanked = plan.terms.length > 0 && sort === 'relevance' && relaxed === undefined;
  if (isRanked) rankProducts(plan, top, { filters });
  else sortProducts(foundBy(query), top, { filters, sort });
  return top.results;
}

/** All products of a query. */
function foundBy({ plan, relaxed }: Query): Iterable<Found> {
  return relaxed ? findRelaxed(relaxed, plan) : findMatches(plan);
}
