/** The whole catalogue's index, kept in step with the database. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tokenizeWithCompounds } from '../../contract/tokenize.ts';
import { readRevisions, SEGMENT_SIZE } from '../catalogue/segments.ts';
import type { AppServices } from '../services.ts';
import type { Db } from '../storage/schema.ts';
import { buildSegment, PRODUCTS_A_TURN, readWords } from './build.ts';
import type { Segment } from './segment.ts';
import { Segments } from './segments.ts';
import { readTexts } from './store.ts';
import { Vocabulary } from './vocabulary.ts';

interface Category {
  name: string;
  words: readonly string[];
}

export class CatalogueIndex {
  readonly #db: Db;
  readonly #catalogueVersion: AppServices['catalogueVersion'];
  readonly #revisions = new Map<number, number>();
  #segments = new Segments([]);
  readonly #vocabulary = new Vocabulary((word) => this.#segments.countNamed(word));
  #categories: Category[] | undefined;
  #version: string | undefined;
  #running: Promise<void> | undefined;

  constructor({ db, catalogueVersion }: Pick<AppServices, 'db' | 'catalogueVersion'>) {
    this.#db = db;
    this.#catalogueVersion = catalogueVersion;
  }

  get isThere(): boolean {
    return this.#version !== undefined;
  }

  /** Of the catalogue, that this is the index of; none until it is there. */
  get version(): string | undefined {
    return this.#version;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  get segments(): Segments {
    return this.#segments;
  }

  /** Categories that have all these words, the last one perhaps only begun; most products first. */
  categoriesOf(words: readonly string[]): string[] {
    this.#categories ??= countCategories(this.#segments.all);
    const last = words.length - 1;
    return this.#categories
      .filter((category) =>
        words.every((word, index) =>
          category.words.some((other) =>
            index === last ? other.startsWith(word) : other === word,
          ),
        ),
      )
      .map(({ name }) => name);
  }

  /** Takes in what was committed before this was asked; only the segments that changed are read. */
  async refresh(): Promise<void> {
    const wanted = await this.#catalogueVersion();
    if (wanted === this.#version) return;
    // One that is under way may have begun before the change.
    await this.#running;
    if (wanted === this.#version) return;
    this.#running ??= this.#rebuild().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #rebuild(): Promise<void> {
    // Before the revisions: what is committed in between is only read twice.
    const version = await this.#catalogueVersion();
    const revisions = await readRevisions(this.#db);
    for (const [number, revision] of revisions) {
      if (this.#revisions.get(number) === revision) continue;
      const built = await this.#build(number);
      this.#replace(built);
      this.#revisions.set(number, revision);
    }
    this.#version = version;
  }

  async #build(number: number): Promise<Segment> {
    const products: ReturnType<typeof readWords>[] = [];
    const before = (number + 1) * SEGMENT_SIZE;
    for (let from = number * SEGMENT_SIZE; ; ) {
      const rows = await readTexts(this.#db, { from, before }, PRODUCTS_A_TURN);
      products.push(...rows.map(readWords));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PRODUCTS_A_TURN) break;
      from = last.position + 1;
      await nextTurn();
    }
    return buildSegment(number, products);
  }

  #replace(built: Segment): void {
    const others = this.#segments.all.filter((segment) => {
      if (segment.number !== built.number) return true;
      this.#vocabulary.remove(segment);
      return false;
    });
    this.#vocabulary.add(built);
    this.#categories = undefined;
    this.#segments = new Segments(
      [...others, built].sort((one, other) => one.number - other.number),
    );
  }
}

/** Those that have products, most of them first. */
function countCategories(segments: readonly Segment[]): Category[] {
  const counts = new Map<string, number>();
  for (const { categories, categoryOf } of segments) {
    for (const category of categoryOf) {
      const name = categories[category] as string;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([name]) => ({ name, words: tokenizeWithCompounds(name) }));
}
