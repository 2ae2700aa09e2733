/** The index of the whole catalogue in memory. It follows the changes in the database. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../../contract/refusals.ts';
import type { AppServices } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import type { Lexicon } from '../../search-engine/analysis/query.ts';
import { toGroup } from '../../search-engine/analysis/synonym-file.ts';
import { Synonyms } from '../../search-engine/analysis/synonyms.ts';
import { BuilderThread } from '../../search-engine/index/builder-thread.ts';
import type { IndexedProduct } from '../../search-engine/index/product.ts';
import {
  arrangeNumbers,
  type NumbersOfProduct,
} from '../../search-engine/index/product-numbers.ts';
import type { Segment } from '../../search-engine/index/segment.ts';
import { SEGMENT_SIZE } from '../../search-engine/index/segment.ts';
import { toPrefix } from '../../search-engine/index/sorted-terms.ts';
import { hasDigit, Vocabulary } from '../../search-engine/index/vocabulary.ts';
import { type Category, listCategories } from '../../search-engine/matching/categories.ts';
import { Spelling } from '../../search-engine/spelling/spelling.ts';
import { readRevisions } from '../catalogue/segments.ts';
import { readIndexedNumbers, readIndexedRows } from './store.ts';
import { readSynonyms, readSynonymsVersion } from './synonym-store.ts';

/** The longest time that a request waits for the first build, which takes milliseconds in a small shop. */
const FIRST_BUILD_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;
/** The number of products that are read in one step, which takes a few milliseconds. */
const PRODUCTS_PER_STEP = 64;
/** Positions. Reading the numbers of so many products takes about a millisecond. */
const NUMBERS_PER_STEP = 512;

type Revisions = Awaited<ReturnType<typeof readRevisions>>[number];

interface FirstBuild {
  /** A value of `performance.now()`. */
  startedAt: number;
  done: Promise<void>;
}

export class CatalogueIndex {
  readonly #db: Db;
  readonly #readVersion: AppServices['catalogueVersion'];
  /** The indexed revisions of each segment. */
  readonly #revisions = new Map<number, Revisions>();
  readonly #vocabulary = new Vocabulary();
  #segments: readonly Segment[] = [];
  #categories: readonly Category[] = [];
  #synonyms = new Synonyms();
  #synonymsVersion: string | undefined;
  #spelling = new Spelling(() => 0);
  readonly #builder = new BuilderThread();
  /** The indexed version of the catalogue; undefined until the first build is complete. */
  #version: string | undefined;
  #firstBuild: FirstBuild | undefined;
  #rebuild: Promise<void> | undefined;

  constructor({ db, catalogueVersion }: Pick<AppServices, 'db' | 'catalogueVersion'>) {
    this.#db = db;
    this.#readVersion = catalogueVersion;
  }

  get isBuilt(): boolean {
    return this.#version !== undefined;
  }

  /** The indexed version of the catalogue; empty until the first build is complete. */
  get version(): string {
    return this.#version ?? '';
  }

  /** The segments in the order of the catalogue. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** The categories that have products, most products first. */
  get categories(): readonly Category[] {
    return this.#categories;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  get lexicon(): Lexicon {
    return {
      isKnown: (word) => this.countOf(word) > 0,
      probablyMeant: (word) => this.#spelling.frequentNeighbour(word),
      synonyms: this.#synonyms,
    };
  }

  get spelling(): Spelling {
    return this.#spelling;
  }

  /** The number of products that have a word. */
  countOf(word: string): number {
    if (!hasDigit(word)) return this.#vocabulary.countOf(word);
    const prefix = toPrefix(word);
    let count = 0;
    for (const { terms, named, described } of this.#segments) {
      const { start, wholeEnd } = terms.rangeOf(prefix);
      count += named.count(start, wholeEnd) + described.count(start, wholeEnd);
    }
    return count;
  }

  /** Whether any word of any text begins with this prefix. */
  hasPrefix(word: string): boolean {
    const prefix = toPrefix(word);
    return this.#segments.some(({ terms }) => {
      const { start, end } = terms.rangeOf(prefix);
      return start < end;
    });
  }

  /** Waits until the index contains every change that was committed before the call. */
  async refresh(): Promise<void> {
    if (!this.isBuilt) await this.#startFirstBuild().done;
    await this.#catchUp();
  }

  /** Starts to index the latest changes. A failure is left to the next `refresh`. */
  refreshInBackground(): void {
    if (this.isBuilt) this.#catchUp().catch(() => {});
  }

  /** Ends the thread that builds segments. A running rebuild fails. */
  close(): void {
    this.#builder.end();
  }

  /**
   * Waits for the first build, but only a short time: a million products take a minute.
   * @throws Refusal OVERLOADED
   */
  async firstBuild(): Promise<void> {
    if (this.isBuilt) return;
    const { startedAt, done } = this.#startFirstBuild();
    const waitMs = startedAt + FIRST_BUILD_WAIT_MS - performance.now();
    if (waitMs <= 0) throw starting();
    const tooLate = wait(waitMs, undefined, { ref: false }).then(() => {
      throw starting();
    });
    await Promise.race([done, tooLate]);
  }

  /** Starts the first build if it has not begun. @throws Refusal STARTING until it is complete */
  requireBuilt(): void {
    if (this.isBuilt) return;
    this.#startFirstBuild();
    throw starting();
  }

  /** Starts the first build, or returns the running one. After a failure, the next call starts it again. */
  #startFirstBuild(): FirstBuild {
    if (this.#firstBuild === undefined) {
      const done = this.#catchUp().finally(() => {
        this.#firstBuild = undefined;
      });
      // Callers that wait for the build get its failure. Without a caller, the rejection must not be unhandled.
      done.catch(() => {});
      this.#firstBuild = { startedAt: performance.now(), done };
    }
    return this.#firstBuild;
  }

  async #catchUp(): Promise<void> {
    const wanted = await this.#readVersion();
    if (wanted === this.#version) return;
    // A running rebuild may have begun before the change.
    await this.#rebuild;
    if (wanted === this.#version) return;
    this.#rebuild ??= this.#rebuildChanged().finally(() => {
      this.#rebuild = undefined;
    });
    await this.#rebuild;
  }

  async #rebuildChanged(): Promise<void> {
    // Read the version before the revisions, so that a commit in between is indexed again and never missed.
    const version = await this.#readVersion();
    let hasChanged = false;
    for (const revisions of await readRevisions(this.#db)) {
      const { segment: number, revision, text_revision } = revisions;
      const known = this.#revisions.get(number);
      if (known?.revision === revision) continue;
      const isTextKnown = known?.text_revision === text_revision;
      const renumbered = isTextKnown ? await this.#renumber(number) : undefined;
      await this.#replace(renumbered ?? (await this.#build(number)));
      this.#revisions.set(number, revisions);
      hasChanged = true;
    }
    await this.#readSynonyms();
    // A product that was sold out makes a new version, but changes no segment.
    if (hasChanged) {
      this.#categories = listCategories(this.#segments);
      this.#spelling = await Spelling.of(this.#vocabulary.words, (word) => this.countOf(word));
    }
    this.#version = version;
  }

  async #readSynonyms(): Promise<void> {
    // Read the version first here, too.
    const version = await readSynonymsVersion(this.#db);
    if (version === this.#synonymsVersion) return;
    this.#synonyms = await Synonyms.of((await readSynonyms(this.#db)).map(toGroup));
    this.#synonymsVersion = version;
  }

  /** A segment with its texts as they are, and the numbers of today; undefined if it has other products. */
  async #renumber(number: number): Promise<Segment | undefined> {
    const segment = this.#segments.find((other) => other.number === number);
    if (segment === undefined) return undefined;
    const products: NumbersOfProduct[] = [];
    const before = (number + 1) * SEGMENT_SIZE;
    for (let from = number * SEGMENT_SIZE; from < before; from += NUMBERS_PER_STEP) {
      const range = { from, before: from + NUMBERS_PER_STEP };
      products.push(...(await readIndexedNumbers(this.#db, range)));
      await nextTurn();
    }
    const numbers = arrangeNumbers(products, segment.positions);
    return numbers && { ...segment, ...numbers };
  }

  #build(number: number): Promise<Segment> {
    return this.#builder.build(number, this.#readProducts(number));
  }

  /** Reads the products of a segment in steps that let other work run in between. */
  async *#readProducts(number: number): AsyncGenerator<IndexedProduct[]> {
    const before = (number + 1) * SEGMENT_SIZE;
    for (let from: number | undefined = number * SEGMENT_SIZE; from !== undefined; ) {
      const rows = await readIndexedRows(this.#db, { from, before }, PRODUCTS_PER_STEP);
      yield rows;
      const last = rows.length === PRODUCTS_PER_STEP ? rows.at(-1) : undefined;
      from = last && last.position + 1;
      await nextTurn();
    }
  }

  async #replace(segment: Segment): Promise<void> {
    const old = this.#segments.find(({ number }) => number === segment.number);
    const haveSameProducts =
      old?.terms === segment.terms && old.areAllOnSale && segment.areAllOnSale;
    if (!haveSameProducts) await this.#vocabulary.replace(old, segment);
    this.#segments = [...this.#segments.filter((other) => other !== old), segment].sort(
      (one, other) => one.number - other.number,
    );
  }
}

function starting(): Refusal {
  return new Refusal('STARTING', { retryAfter: RETRY_AFTER_SECONDS });
}
