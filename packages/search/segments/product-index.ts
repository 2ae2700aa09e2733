/** The index of the whole catalogue: its segments, and statistics over all of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexedProduct, NumbersOfProduct } from '../analysis/product-terms.ts';
import { type SynonymGroup, Synonyms } from '../analysis/synonyms.ts';
import { BuilderThread } from './builder-thread.ts';
import { arrangeNumbers } from './product-numbers.ts';
import { countInRange, SEGMENT_SIZE, type Segment } from './segment.ts';
import { rangeOf } from './sorted-terms.ts';
import { isCounted, Vocabulary } from './vocabulary.ts';

/** The number of products that are read in one step, which takes a few milliseconds. */
const PRODUCTS_PER_STEP = 64;
/** Positions in a batch. Reading the numbers of its products takes about a millisecond. */
const NUMBERS_PER_STEP = 512;

/** Positions, including `from` and excluding `before`. */
export interface PositionRange {
  from: number;
  before: number;
}

/** The revisions of a segment. `text_revision` doesn't change with numbers of products. */
export interface Revisions {
  segment: number;
  revision: number;
  text_revision: number;
}

/** Where the engine reads the catalogue. It asks for little at a time, so that other work can run in between. */
export interface ProductSource {
  readRevisions(): Promise<Revisions[]>;
  /** Reads at most `limit` products on sale, in the order of their positions. */
  readProducts(range: PositionRange, limit: number): Promise<IndexedProduct[]>;
  /** Reads the numbers of all products on sale, in no order. */
  readNumbers(range: PositionRange): Promise<NumbersOfProduct[]>;
  /** Changes with every change of the synonyms. */
  readSynonymsVersion(): Promise<string>;
  readSynonyms(): Promise<SynonymGroup[]>;
}

export class ProductIndex {
  /** In the order of the catalogue. */
  segments: readonly Segment[] = [];
  synonyms = new Synonyms();
  readonly vocabulary = new Vocabulary();
  readonly #source: ProductSource;
  readonly #builder = new BuilderThread();
  /** The indexed revisions of each segment. */
  readonly #revisions = new Map<number, Revisions>();
  #synonymsVersion: string | undefined;

  constructor(source: ProductSource) {
    this.#source = source;
  }

  /** The number of products that have a word. */
  countOf(word: string): number {
    if (isCounted(word)) return this.vocabulary.countOf(word);
    let count = 0;
    for (const segment of this.segments) {
      const { start, wholeEnd } = rangeOf(segment.terms, word);
      count += countInRange(segment, { start, end: wholeEnd });
    }
    return count;
  }

  /** Whether any word of any text begins with this prefix. */
  hasPrefix(word: string): boolean {
    return this.segments.some(({ terms }) => {
      const { start, end } = rangeOf(terms, word);
      return start < end;
    });
  }

  /** Indexes what changed since the last call. Calls must not overlap. */
  async build(): Promise<void> {
    for (const revisions of await this.#source.readRevisions()) {
      const { segment: number, revision, text_revision } = revisions;
      const known = this.#revisions.get(number);
      if (known?.revision === revision) continue;
      const old = this.segments.find((segment) => segment.number === number);
      const renumbered = known?.text_revision === text_revision && (await this.#renumber(old));
      const segment = renumbered || (await this.#builder.build(number, this.#readProducts(number)));
      await this.#replace(old, segment);
      this.#revisions.set(number, revisions);
    }
    await this.#readSynonyms();
  }

  /** Ends the thread that builds segments. A running `build` fails. */
  close(): void {
    this.#builder.end();
  }

  async #readSynonyms(): Promise<void> {
    // Read the version first, so that a change in between is read again and never missed.
    const version = await this.#source.readSynonymsVersion();
    if (version === this.#synonymsVersion) return;
    this.synonyms = await Synonyms.of(await this.#source.readSynonyms());
    this.#synonymsVersion = version;
  }

  /** A segment with unchanged texts and current numbers; undefined if its products differ. */
  async #renumber(segment: Segment | undefined): Promise<Segment | undefined> {
    if (segment === undefined) return undefined;
    const products: NumbersOfProduct[] = [];
    const before = (segment.number + 1) * SEGMENT_SIZE;
    for (let from = before - SEGMENT_SIZE; from < before; from += NUMBERS_PER_STEP) {
      const range = { from, before: from + NUMBERS_PER_STEP };
      products.push(...(await this.#source.readNumbers(range)));
      await nextTurn();
    }
    const numbers = arrangeNumbers(products, segment.positions);
    return numbers && { ...segment, ...numbers };
  }

  async *#readProducts(number: number): AsyncGenerator<IndexedProduct[]> {
    const before = (number + 1) * SEGMENT_SIZE;
    for (let from: number | undefined = before - SEGMENT_SIZE; from !== undefined; ) {
      const products = await this.#source.readProducts({ from, before }, PRODUCTS_PER_STEP);
      yield products;
      const last = products.length === PRODUCTS_PER_STEP ? products.at(-1) : undefined;
      from = last && last.position + 1;
      await nextTurn();
    }
  }

  async #replace(old: Segment | undefined, segment: Segment): Promise<void> {
    const hasSameProducts =
      old?.terms === segment.terms && Buffer.compare(old.onSale, segment.onSale) === 0;
    if (!hasSameProducts) await this.vocabulary.replace(old, segment);
    const others = this.segments.filter((other) => other !== old);
    this.segments = [...others, segment].sort((one, other) => one.number - other.number);
  }
}
