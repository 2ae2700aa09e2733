/** The search of the shop: the search engine finds positions, and the database has the products. */
import type { Facets, Product, Suggestion } from '../../../contract/catalogue.ts';
import { SEARCH_TEXT_MAX_LENGTH, SUGGESTIONS_MAX } from '../../../contract/limits.ts';
import { isFiltered, type Listing, type Sort, sorts } from '../../../contract/listing.ts';
import type { ProductPage } from '../../../contract/pages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { type Ranked, SearchEngine, type SearchResult } from '../../../packages/search/index.ts';
import type { RegularTask } from '../../platform/run-every.ts';
import type { AppServices } from '../../platform/services.ts';
import { formatCursor, parseCursor } from '../catalogue/rules.ts';
import { listProducts } from '../catalogue/store.ts';
import { IndexUpdates } from './index-updates.ts';
import { toFacets, toRequest } from './listing.ts';
import { ProductCache } from './product-cache.ts';
import { productSource } from './store.ts';
import { toSuggestions } from './suggestions.ts';
import { writeAs } from './wording.ts';

/** Short enough that searches seldom have to index the changes of an import. */
const REFRESH_MS = 1_000;
/** The first build keeps the processor busy for a while, so it starts after the first page of a new server. */
const FIRST_REFRESH_MS = 250;

interface SearchSettings {
  /** Whether searches wait for the changes of the catalogue. Tests wait, because they continue right after a change. */
  waitsForChanges?: boolean;
}

export class Search {
  readonly #db: AppServices['db'];
  readonly #readVersion: AppServices['catalogueVersion'];
  readonly #waitsForChanges: boolean;
  readonly #engine: SearchEngine;
  readonly #updates: IndexUpdates;
  readonly #products: ProductCache;

  constructor(
    services: Pick<AppServices, 'db' | 'catalogueVersion'>,
    { waitsForChanges = false }: SearchSettings = {},
  ) {
    this.#db = services.db;
    this.#readVersion = services.catalogueVersion;
    this.#waitsForChanges = waitsForChanges;
    this.#engine = new SearchEngine(productSource(services.db));
    this.#updates = new IndexUpdates(this.#engine, services.catalogueVersion);
    this.#products = new ProductCache(services.db);
  }

  /**
   * Resolves if the index is built. Otherwise starts the build if it has not begun.
   * @throws Refusal STARTING at once until the index is built
   */
  async ready(): Promise<void> {
    this.#updates.requireBuilt();
  }

  /** Indexes the changes of the catalogue. */
  refresh(): Promise<void> {
    return this.#updates.refresh();
  }

  /** Refreshes the index even without searches. */
  refreshRegularly(): RegularTask {
    return {
      everyMs: REFRESH_MS,
      firstMs: FIRST_REFRESH_MS,
      task: () => this.refresh(),
      failure: 'the search index cannot be refreshed; searches find what it has',
      interrupt: () => this.close(),
    };
  }

  close(): void {
    this.#engine.close();
  }

  /**
   * Identifies the data of new responses: the catalogue's version and, while its changes are being indexed, the version
   * that searches still use.
   */
  async version(): Promise<string> {
    if (this.#waitsForChanges) await this.#updates.refresh();
    const current = await this.#readVersion();
    const indexed = this.#updates.version;
    return current === indexed ? current : `${current}-${indexed}`;
  }

  /**
   * The index that is there answers until the new one is ready.
   * @throws Refusal OVERLOADED while the first one is being built
   */
  async #requireIndex(): Promise<void> {
    if (this.#waitsForChanges) return this.#updates.refresh();
    await this.#updates.firstBuild();
    this.#updates.refreshInBackground();
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
    const after = parseRanked(cursor, listing.sort);
    await this.#requireIndex();
    // One more result shows whether there is another page.
    const found = this.#engine.search(toRequest(listing), limit + 1, after);
    const page = found.results.slice(0, limit);
    const last = found.results.length > limit ? page.at(-1) : undefined;
    const rows = await this.#readProducts(page.map(({ position }) => position));
    // A product may have been removed since it was indexed.
    const products = page.flatMap(({ position }) => rows.get(position) ?? []);
    return {
      products,
      next: last && formatCursor([sorts.indexOf(listing.sort), last.rank, last.position]),
      ...wordingOf(found, products),
    };
  }

  /** @throws Refusal STARTING while the first index is being built */
  async facets(listing: Listing): Promise<Facets> {
    await this.#requireIndex();
    return toFacets(this.#engine.facets(toRequest(listing)), listing.category);
  }

  /** @throws Refusal STARTING while the first index is being built */
  async suggest(text: string): Promise<Suggestion[]> {
    await this.#requireIndex();
    const completed = this.#engine.suggest(text.slice(0, SEARCH_TEXT_MAX_LENGTH), SUGGESTIONS_MAX);
    return toSuggestions(text, completed, (positions) => this.#readProducts(positions));
  }

  #readProducts(positions: readonly number[]): Promise<Map<number, Product>> {
    return this.#products.read(this.#updates.version, positions);
  }
}

/** The words that were searched for, and those of partial results, as the names of the products write them. */
function wordingOf(
  { corrected, partial }: SearchResult,
  products: readonly Product[],
): Pick<ProductPage, 'correctedTo' | 'relaxedTo' | 'extendedTo'> {
  const texts = products.flatMap(({ name, category }) => [name, category]);
  const words = partial && writeAs(partial.wordsOfFirst, texts);
  return {
    correctedTo: corrected && writeAs(corrected, texts),
    ...(partial && { [partial.completeProducts > 0 ? 'extendedTo' : 'relaxedTo']: words }),
  };
}

function isWholeCatalogue(listing: Listing): boolean {
  return listing.text.trim() === '' && !isFiltered(listing);
}

/** @throws Refusal CURSOR_INVALID, also for a cursor of another order, whose ranks mean something else */
function parseRanked(cursor: string | undefined, sort: Sort): Ranked | undefined {
  const [order, rank, position] = parseCursor(cursor, 3) ?? [];
  if (rank === undefined || position === undefined) return undefined;
  if (order !== sorts.indexOf(sort)) throw new Refusal('CURSOR_INVALID');
  return { rank, position };
}
