/** The index of the whole catalogue: its segments, and statistics over all of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lexicon } from '../analysis/query.ts';
import { Synonyms } from '../analysis/synonyms.ts';
import {
  type IndexedProduct,
  type NumbersOfProduct,
  type ProductSource,
  SEGMENT_SIZE,
} from '../interface.ts';
import { type Category, listCategories } from '../matching/categories.ts';
import { Spelling } from '../spelling/spelling.ts';
import { BuilderThread } from './builder-thread.ts';
import { arrangeNumbers } from './product-numbers.ts';
import type { Segment } from './segment.ts';
import { hasDigit, Vocabulary } from './vocabulary.ts';

/** The number of products that are read in one step, which takes a few milliseconds. */
const PRODUCTS_PER_STEP = 64;
/** Positions in a batch. Reading the numbers of its products takes about a millisecond. */
const NUMBERS_PER_STEP = 512;

type Revisions = Awaited<ReturnType<ProductSource['readRevisions']>>[number];

export class ProductIndex {
  readonly #source: ProductSource;
  readonly #builder = new BuilderThread();
  /** The indexed revisions of each segment. */
  readonly #revisions = new Map<number, Revisions>();
  readonly vocabulary = new Vocabulary();
  readonly spelling = new Spelling(this.vocabulary, (word) => this.countOf(word));
  #segments: readonly Segment[] = [];
  #categories: readonly Category[] = [];
  #synonyms = new Synonyms();
  #synonymsVersion: string | undefined;

  constructor(source: ProductSource) {
    this.#source = source;
  }

  /** The segments in the order of the catalogue. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** The categories that have products, most products first. */
  get categories(): readonly Category[] {
    return this.#categories;
  }

  get lexicon(): Lexicon {
    return {
      isKnown: (word) => this.countOf(word) > 0,
      probablyMeant: (word) => this.spelling.frequentNeighbour(word),
      synonyms: this.#synonyms,
    };
  }

  /** The number of products that have a word. */
  countOf(word: string): number {
    if (!hasDigit(word)) return this.vocabulary.countOf(word);
    let count = 0;
    for (const { terms, named, described } of this.#segments) {
      const { start, wholeEnd } = terms.rangeOf(word);
      count += named.count(start, wholeEnd) + described.count(start, wholeEnd);
    }
    return count;
  }

  /** Whether any word of any text begins with this prefix. */
  hasPrefix(word: string): boolean {
    return this.#segments.some(({ terms }) => {
      const { start, end } = terms.rangeOf(word);
      return start < end;
    });
  }

  /** Indexes what changed since the last call. Calls must not overlap. */
  async build(): Promise<void> {
    let hasChanged = false;
    for (const revisions of await this.#source.readRevisions()) {
      const { segment: number, revision, text_revision } = revisions;
      const known = this.#revisions.get(number);
      if (known?.revision === revision) continue;
      const areTextsKnown = known?.text_revision === text_revision;
      const renumbered = areTextsKnown ? await this.#renumber(number) : undefined;
      await this.#replace(
        renumbered ?? (await this.#builder.build(number, this.#readProducts(number))),
      );
      this.#revisions.set(number, revisions);
      hasChanged = true;
    }
    await this.#readSynonyms();
    if (hasChanged) this.#categories = await listCategories(this.#segments);
  }

  /** Ends the thread that builds segments. A running `build` fails. */
  close(): void {
    this.#builder.end();
  }

  async #readSynonyms(): Promise<void> {
    // Read the version first, so that a change in between is read again and never missed.
    const version = await this.#source.readSynonymsVersion();
    if (version === this.#synonymsVersion) return;
    this.#synonyms = await Synonyms.of(await this.#source.readSynonyms());
    this.#synonymsVersion = version;
  }

  /** A segment with unchanged texts and current numbers; undefined if its products differ. */
  async #renumber(number: number): Promise<Segment | undefined> {
    const segment = this.#segments.find((other) => other.number === number);
    if (segment === undefined) return undefined;
    const products: NumbersOfProduct[] = [];
    const before = (number + 1) * SEGMENT_SIZE;
    for (let from = number * SEGMENT_SIZE; from < before; from += NUMBERS_PER_STEP) {
      const range = { from, before: from + NUMBERS_PER_STEP };
      products.push(...(await this.#source.readNumbers(range)));
      await nextTurn();
    }
    const numbers = arrangeNumbers(products, segment.positions);
    return numbers && { ...segment, ...numbers };
  }

  async *#readProducts(number: number): AsyncGenerator<IndexedProduct[]> {
    const before = (number + 1) * SEGMENT_SIZE;
    for (let from: number | undefined = number * SEGMENT_SIZE; from !== undefined; ) {
      const products = await this.#source.readProducts({ from, before }, PRODUCTS_PER_STEP);
      yield products;
      const last = products.length === PRODUCTS_PER_STEP ? products.at(-1) : undefined;
      from = last && last.position + 1;
      await nextTurn();
    }
  }

  async #replace(segment: Segment): Promise<void> {
    const old = this.#segments.find(({ number }) => number === segment.number);
    const haveSameProducts =
      old?.terms === segment.terms && old.areAllOnSale && segment.areAllOnSale;
    if (!haveSameProducts) await this.vocabulary.replace(old, segment);
    this.#segments = [...this.#segments.filter((other) => other !== old), segment].sort(
      (one, other) => one.number - other.number,
    );
  }
}
