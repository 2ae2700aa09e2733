/** A catalogue in memory, which counts its revisions as a shop does. */
import type { IndexedProduct } from './analysis/product-terms.ts';
import type { SynonymGroup } from './analysis/synonyms.ts';
import type { PositionRange, ProductSource, Revisions } from './segments/product-index.ts';
import { SEGMENT_SIZE } from './segments/segment.ts';

export type Positioned = Partial<IndexedProduct> & Pick<IndexedProduct, 'position'>;

const plain = {
  id: '',
  name: 'Thing',
  category: 'Tests',
  categories: '',
  brand: '',
  description: '',
  popularity: 0,
  cost_cents: 1_000,
  rating_halves: 8,
  represents: 1,
  options: '',
};

export class MemorySource implements ProductSource {
  readonly #products = new Map<number, IndexedProduct>();
  readonly #revisions = new Map<number, Revisions>();
  #synonyms: readonly SynonymGroup[] = [];
  #synonymsVersion = 0;

  constructor(products: readonly Positioned[] = []) {
    this.put(...products);
  }

  /** Adds products, or changes the given fields of products at these positions. */
  put(...products: Positioned[]): void {
    for (const product of products) {
      const before = this.#products.get(product.position);
      const after = { ...plain, ...before, ...product };
      this.#products.set(product.position, after);
      this.#count(product.position, textsOf(before) !== textsOf(after));
    }
  }

  /** Takes products from sale, which changes no texts. */
  withdraw(...positions: number[]): void {
    for (const position of positions) {
      this.#products.delete(position);
      this.#count(position, false);
    }
  }

  replaceSynonyms(...groups: SynonymGroup[]): void {
    this.#synonyms = groups;
    this.#synonymsVersion++;
  }

  async readRevisions(): Promise<Revisions[]> {
    return [...this.#revisions.values()];
  }

  async readProducts(range: PositionRange, limit: number): Promise<IndexedProduct[]> {
    return this.#between(range).slice(0, limit);
  }

  async readNumbers(range: PositionRange): Promise<IndexedProduct[]> {
    return this.#between(range);
  }

  async readSynonymsVersion(): Promise<string> {
    return String(this.#synonymsVersion);
  }

  async readSynonyms(): Promise<SynonymGroup[]> {
    return [...this.#synonyms];
  }

  #between({ from, before }: PositionRange): IndexedProduct[] {
    return [...this.#products.values()]
      .filter(({ position }) => position >= from && position < before)
      .sort((one, other) => one.position - other.position);
  }

  #count(position: number, changesText: boolean): void {
    const segment = Math.floor(position / SEGMENT_SIZE);
    const { revision = 0, text_revision = 0 } = this.#revisions.get(segment) ?? {};
    this.#revisions.set(segment, {
      segment,
      revision: revision + 1,
      text_revision: text_revision + (changesText ? 1 : 0),
    });
  }
}

function textsOf(product: IndexedProduct | undefined): string {
  const { name, category, categories, brand, description, represents, options } = product ?? {};
  return JSON.stringify([name, category, categories, brand, description, represents, options]);
}
