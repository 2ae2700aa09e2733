/** Finds products: by what shoppers type, by what they choose, and what they may be about to type. */

import type { Facets, Suggestion } from '../../contract/catalogue.ts';
import type { Listing } from '../../contract/listing.ts';
import { isFiltered } from '../../contract/listing.ts';
import type { ProductPage } from '../../contract/pages.ts';
import { formatCursor, parseCursor } from '../catalogue/rules.ts';
import { listProducts } from '../catalogue/store.ts';
import type { AppServices } from '../services.ts';
import { Best } from './best.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import { countFacets, sumFacets } from './facets.ts';
import { filtersOf } from './filters.ts';
import { FoundProducts } from './found-products.ts';
import { rankBest, sortBest } from './order.ts';
import { searchWords, type Term, termsOf, writeAs } from './rules.ts';
import { Segments } from './segments.ts';
import { readShelves } from './store.ts';
import { suggest } from './suggestions.ts';

/** What a text was taken for. */
interface Understood {
  terms: readonly Term[];
  /** Nothing that could be found: a text without words. */
  isNothing: boolean;
  /** The words that are searched for, where they aren't those that were typed. */
  corrected: readonly string[] | undefined;
}

export class Search {
  readonly #db: AppServices['db'];
  readonly #index: CatalogueIndex;
  readonly #products: FoundProducts;

  constructor(services: Pick<AppServices, 'db' | 'catalogueVersion'>) {
    this.#db = services.db;
    this.#index = new CatalogueIndex(services);
    this.#products = new FoundProducts(services.db);
  }

  /** Until there is an index at all: with a million products, it takes a while to make the first one. */
  async ready(): Promise<void> {
    if (!this.#index.isThere) await this.#index.refresh();
  }

  /** Takes in what changed in the catalogue; every call below does so first. */
  refresh(): Promise<void> {
    return this.#index.refresh();
  }

  /**
   * The products of a listing, `limit` of them. Words that the catalogue doesn't have are taken for
   * the nearest ones that it has.
   * @throws Refusal CURSOR_INVALID
   */
  async find(listing: Listing, limit: number): Promise<ProductPage> {
    const cursor = listing.cursor || undefined;
    if (isWhole(listing) && listing.sort === 'relevance')
      return listProducts(this.#db, { limit, cursor });
    const [key, position] = parseCursor(cursor, 2) ?? [];
    const after = key === undefined || position === undefined ? undefined : { key, position };
    await this.#index.refresh();
    const { terms, isNothing, corrected } = this.#understand(listing);
    if (isNothing) return { products: [], next: undefined };

    const best = new Best(limit + 1, after);
    const isRanked = terms.length > 0 && listing.sort === 'relevance';
    if (isRanked) rankBest(this.#index.segments, terms, best, filtersOf(listing));
    else sortBest(this.#index.segments, terms, best, filtersOf(listing), listing.sort);
    const found = best.inOrder();
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const positions = page.map(({ position }) => position);
    const known = await this.#products.at(positions, this.#index.version);
    const products = positions.flatMap((position) => known.get(position) ?? []);
    const texts = products.flatMap(({ name, category }) => [name, category]);
    return {
      products,
      next: last && formatCursor([last.key, last.position]),
      correctedTo: corrected && writeAs(corrected, texts),
    };
  }

  /** What would be left of a listing by each further choice. */
  async facets(listing: Listing): Promise<Facets> {
    // The first page of a shop that was just started doesn't wait for the index.
    if (isWhole(listing) && !this.#index.isThere) return sumFacets(await readShelves(this.#db));
    await this.#index.refresh();
    const { terms, isNothing } = this.#understand(listing);
    const segments = isNothing ? new Segments([]) : this.#index.segments;
    return countFacets(segments, terms, filtersOf(listing));
  }

  /** What somebody may want who has typed this much. */
  async suggest(text: string): Promise<Suggestion[]> {
    await this.#index.refresh();
    const words = this.#correct(searchWords(text));
    return suggest(this.#products, this.#index, text, words);
  }

  #understand({ text, exact }: Listing): Understood {
    const typed = searchWords(text);
    const isNothing = typed.length === 0 && text.trim() !== '';
    const words = exact ? typed : this.#correct(typed);
    const isSame = words.length === typed.length && words.every((word, i) => word === typed[i]);
    const terms = termsOf(words, (word) => this.#index.vocabulary.has(word));
    return { terms, isNothing, corrected: isSame ? undefined : words };
  }

  /** Words that no product has, nor one that begins so, as somebody may have meant them. */
  #correct(words: readonly string[]): string[] {
    const { segments, vocabulary } = this.#index;
    return words.flatMap((word) =>
      segments.occurrencesOf({ word, mayBegin: true }).isAnywhere()
        ? word
        : vocabulary.correct(word),
    );
  }
}

/** Neither searched nor narrowed. */
function isWhole(listing: Listing): boolean {
  return listing.text.trim() === '' && !isFiltered(listing);
}
