/**
 * Finds products by text and filters, counts facets, and suggests what to type.
 *
 * Read in this order: query.ts (a text becomes terms); segment.ts and posting-lists.ts (the index); weights.ts
 * (the impact of a term on a product); matching.ts (the products that have the terms); ranking.ts (their order);
 * relaxation.ts (if too few have all terms). segment-builder.ts and catalogue-index.ts build and refresh the index.
 */
import type { Facets, Product, Suggestion } from '../../../contract/catalogue.ts';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import type { ProductPage } from '../../../contract/pages.ts';
import type { AppServices } from '../../platform/services.ts';
import { parseQuery, queryWords } from '../../search-engine/analysis/query.ts';
import { writeAs } from '../../search-engine/analysis/wording.ts';
import { countFacets, sumFacets } from '../../search-engine/matching/facets.ts';
import { filtersOf } from '../../search-engine/matching/filters.ts';
import { planQuery, type QueryPlan } from '../../search-engine/matching/plan.ts';
import { countMatches, relax, wordsOf } from '../../search-engine/matching/relaxation.ts';
import { isPartial, rankProducts } from '../../search-engine/ranking/ranking.ts';
import { sortProducts } from '../../search-engine/ranking/sorting.ts';
import { type Ranked, TopK } from '../../search-engine/ranking/top-k.ts';
import { correctWords } from '../../search-engine/spelling/spelling.ts';
import { formatCursor, parseCursor } from '../catalogue/rules.ts';
import { listProducts } from '../catalogue/store.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import { ProductCache } from './product-cache.ts';
import { readFacetRows } from './store.ts';
import { suggest } from './suggestions.ts';

interface Query {
  plan: QueryPlan;
  /** The corrected words; undefined if the typed words are searched for. */
  corrected: readonly string[] | undefined;
  /** The number of products that have all words, if further products have some of them. */
  complete: number | undefined;
}

interface SearchSettings {
  /** Whether searches wait for the changes of the catalogue. Tests wait, because they continue right after a change. */
  waitsForChanges?: boolean;
}

export class Search {
  readonly #db: AppServices['db'];
  readonly #readVersion: AppServices['catalogueVersion'];
  readonly #waitsForChanges: boolean;
  readonly #index: CatalogueIndex;
  readonly #products: ProductCache;

  constructor(
    services: Pick<AppServices, 'db' | 'catalogueVersion'>,
    { waitsForChanges = false }: SearchSettings = {},
  ) {
    this.#db = services.db;
    this.#readVersion = services.catalogueVersion;
    this.#waitsForChanges = waitsForChanges;
    this.#index = new CatalogueIndex(services);
    this.#products = new ProductCache(services.db);
  }

  /**
   * Resolves if the index is built. Otherwise starts the build if it has not begun.
   * @throws Refusal STARTING at once until the index is built
   */
  async ready(): Promise<void> {
    this.#index.requireBuilt();
  }

  /** Indexes the changes of the catalogue. */
  refresh(): Promise<void> {
    return this.#index.refresh();
  }

  close(): void {
    this.#index.close();
  }

  /**
   * Names what responses show that are made from now on: a version of the catalogue and, while its changes are being
   * indexed, the version that searches still find.
   */
  async version(): Promise<string> {
    if (this.#waitsForChanges) await this.#index.refresh();
    const current = await this.#readVersion();
    const indexed = this.#index.version;
    return current === indexed ? current : `${current}-${indexed}`;
  }

  /**
   * The index that is there answers until the new one is ready.
   * @throws Refusal OVERLOADED while the first one is being built
   */
  async #requireIndex(): Promise<void> {
    await this.#index.firstBuild();
    if (this.#waitsForChanges) await this.#index.refresh();
    else this.#index.refreshInBackground();
  }

  /**
   * Finds a page of `limit` products. Misspelt words are corrected, unless the listing is exact.
   * @throws Refusal CURSOR_INVALID, STARTING while the first index is being built
   */
  async find(listing: Listing, limit: number): Promise<ProductPage> {
    const cursor = listing.cursor || undefined;
    if (isWholeCatalogue(listing) && listing.sort === 'relevance') {
      return listProducts(this.#db, { limit, cursor, isGrouped: listing.isGrouped });
    }
    // One more result shows whether there is another page.
    const top = new TopK(limit + 1, parseRanked(cursor));
    await this.#requireIndex();
    const query = this.#parse(listing);
    if (query === undefined) return { products: [], next: undefined };
    const { plan, corrected, complete } = query;
    const { sort } = listing;
    const filters = filtersOf(listing);
    const isRanked = plan.terms.length > 0 && sort === 'relevance';
    if (isRanked) rankProducts(plan, top, { filters });
    else sortProducts(plan, top, { filters, sort });
    const page = top.results.slice(0, limit);
    const last = top.results.length > limit ? page.at(-1) : undefined;
    const rows = await this.#readProducts(page.map(({ position }) => position));
    // A product may have been removed since it was indexed.
    const products = page.flatMap(({ position }) => rows.get(position) ?? []);
    const texts = products.flatMap(({ name, category }) => [name, category]);
    return {
      products,
      next: last && formatCursor([last.rank, last.position]),
      correctedTo: corrected && writeAs(corrected, texts),
      ...(complete !== undefined && {
        [complete > 0 ? 'extendedTo' : 'relaxedTo']: writeAs(
          wordsOfFirst(plan, complete, isRanked && cursor === undefined ? page : []),
          texts,
        ),
      }),
    };
  }

  /** @throws Refusal STARTING while the first index is being built, except for the whole catalogue */
  async facets(listing: Listing): Promise<Facets> {
    if (isWholeCatalogue(listing) && !this.#index.isBuilt) {
      return sumFacets(await readFacetRows(this.#db, listing.isGrouped));
    }
    await this.#requireIndex();
    const query = this.#parse(listing);
    return countFacets(query?.plan ?? planQuery([], []), filtersOf(listing));
  }

  /** @throws Refusal STARTING while the first index is being built */
  async suggest(text: string): Promise<Suggestion[]> {
    await this.#requireIndex();
    const words = this.#correct(queryWords(text));
    return suggest(this.#index, { text, words }, (positions) => this.#readProducts(positions));
  }

  #readProducts(positions: readonly number[]): Promise<Map<number, Product>> {
    return this.#products.read(this.#index.version, positions);
  }

  /** Parses the text of a listing; undefined if it has no words, and so no results. */
  #parse({ text, exact }: Listing): Query | undefined {
    const typed = queryWords(text);
    if (typed.length === 0 && text.trim() !== '') return undefined;
    const words = exact ? typed : this.#correct(typed);
    const { segments, lexicon } = this.#index;
    const terms = parseQuery(words, lexicon);
    const plan = planQuery(segments, terms);
    // Of two words only the last one can remain, but not if it is itself a correction.
    const mayRelax = !exact && (typed.length > 2 || words.at(-1) === typed.at(-1));
    const relaxed = mayRelax ? relax(plan) : undefined;
    return {
      plan: relaxed?.plan ?? plan,
      corrected: words.join(' ') === typed.join(' ') ? undefined : words,
      complete: relaxed?.complete,
    };
  }

  #correct(words: readonly string[]): readonly string[] {
    const index = this.#index;
    const { segments, spelling, lexicon } = index;
    return correctWords(words, spelling, {
      isKnown: (word) => lexicon.synonyms.has(word) || index.hasPrefix(word),
      isWhole: lexicon.isKnown,
      countTogether: (some) => countMatches(planQuery(segments, parseQuery(some, lexicon))),
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

function isWholeCatalogue(listing: Listing): boolean {
  return listing.text.trim() === '' && !isFiltered(listing);
}

/** @throws Refusal CURSOR_INVALID */
function parseRanked(cursor: string | undefined): Ranked | undefined {
  const [rank, position] = parseCursor(cursor, 2) ?? [];
  return rank === undefined || position === undefined ? undefined : { rank, position };
}
