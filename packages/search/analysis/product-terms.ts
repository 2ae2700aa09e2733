/** Splits the texts of products into terms and computes their impacts. This is the expensive part of indexing. */
import { headsOfCategory, headsOfName, splitName } from './head-nouns.ts';
import { looksPlural, singular } from './plurals.ts';
import { tokenize, tokenizeWithCompounds } from './tokenize.ts';
import { type FieldName, impactOf, occurrenceWeight } from './weights.ts';

/** A product as it is indexed. */
export interface IndexedProduct {
  /** The product's position in the catalogue. */
  position: number;
  name: string;
  category: string;
  /** All categories, broad to narrow, separated by ` > `. */
  categories: string;
  brand: string;
  description: string;
  popularity: number;
  cost_cents: number;
  /** Half stars, 0 (not rated yet) to 10. */
  rating_halves: number;
  /** 1 if it stands for its group of variants in grouped results, or has no variants; else 0. */
  represents: number;
  /** The options of all variants of its group, if it represents one; else empty. */
  options: string;
}

/** What changes often, and needs no tokenizing. */
export type NumbersOfProduct = Pick<
  IndexedProduct,
  'position' | 'cost_cents' | 'rating_halves' | 'popularity'
>;

/** A tokenized product. */
export interface ProductTerms
  extends NumbersOfProduct,
    Pick<IndexedProduct, 'category' | 'represents'> {
  /** The terms of the name in their order, without compounds. */
  name: readonly number[];
  /** The impacts of the terms of name, category and brand. */
  named: ReadonlyMap<number, number>;
  /** The impacts of the terms of the description that are not in `named`. */
  described: ReadonlyMap<number, number>;
}

/** Tokenizes the products of one segment. A text that many products share is tokenized once. */
export class ProductTokenizer {
  /** The terms of all products so far. A term is represented by its index in this array. */
  readonly terms: string[] = [];
  readonly #indices = new Map<string, number>();
  readonly #normalize = remember(singular);
  readonly #plain = (text: string) => tokenize(text, this.#normalize);
  readonly #withCompounds = (text: string) => tokenizeWithCompounds(text, this.#normalize);
  readonly #ofField = remember(this.#withCompounds);
  readonly #pluralBrand = remember((brand) => {
    const words = tokenize(brand, (word) => word);
    return words.length === 1 ? words.filter(looksPlural) : [];
  });
  readonly #categoryHeads = remember((category) => headsOfCategory(category, this.#plain));

  tokenize(row: IndexedProduct): ProductTerms {
    const named = new Map<string, number>();
    const described = new Map<string, number>();
    // Only the field with the highest weight counts, because a name that repeats the brand says no more.
    const mention = (field: FieldName, terms: readonly string[]) => {
      const weight = occurrenceWeight(field, terms.length);
      for (const term of terms) if (weight > (named.get(term) ?? 0)) named.set(term, weight);
    };
    const add = (counts: Map<string, number>, field: FieldName, terms: readonly string[]) => {
      const weight = occurrenceWeight(field, terms.length);
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
    };
    const parts = splitName(row.name);
    mention('name', this.#withCompounds(parts.main));
    if (parts.complement !== '') mention('complement', this.#withCompounds(parts.complement));
    mention('category', this.#ofField(row.categories || row.category));
    mention('brand', this.#ofField(row.brand));
    mention('options', this.#withCompounds(row.options));
    for (const head of headsOfName(parts, row.brand, this.#plain)) add(named, 'head', [head]);
    add(named, 'categoryHead', this.#categoryHeads(row.category));
    add(named, 'pluralBrand', this.#pluralBrand(row.brand));
    add(described, 'description', this.#withCompounds(row.description));
    const name = this.#plain(row.name);
    // The split parts may lack a term of the whole name: splitting can separate a number from its unit.
    for (const term of name) if (!named.has(term)) named.set(term, 0);
    for (const [term, weight] of described) {
      const other = named.get(term);
      if (other === undefined) continue;
      named.set(term, other + weight);
      described.delete(term);
    }
    const { position, category, cost_cents, rating_halves, popularity, represents } = row;
    return {
      position,
      category,
      cost_cents,
      rating_halves,
      popularity,
      represents,
      name: name.map(this.#indexOf),
      named: this.#impactsOf(named),
      described: this.#impactsOf(described),
    };
  }

  #impactsOf(weights: ReadonlyMap<string, number>): Map<number, number> {
    const impacts = new Map<number, number>();
    for (const [term, weight] of weights) impacts.set(this.#indexOf(term), impactOf(weight));
    return impacts;
  }

  readonly #indexOf = (term: string): number => {
    const known = this.#indices.get(term);
    if (known !== undefined) return known;
    this.#indices.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  };
}

/** Caches the result for each text. */
function remember<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    known.set(text, result);
    return result;
  };
}
