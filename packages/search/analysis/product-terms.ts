/** Splits the texts of products into terms and computes their impacts. This is the expensive part of indexing. */
import { headsOfCategory, headsOfName, splitName } from './head-nouns.ts';
import { endsOf, endsOfId, exactTerm, romanNumbers } from './part-numbers.ts';
import { looksPlural, singular } from './plurals.ts';
import { analyze, hasDigit, isNumber, type TermsAndForms } from './tokenize.ts';
import { type FieldName, impactOf, occurrenceWeight } from './weights.ts';

/** A product as it is indexed. */
export interface IndexedProduct {
  /** The product's position in the catalogue. */
  position: number;
  id: string;
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
export interface ProductTerms extends Omit<IndexedProduct, 'name' | 'description'> {
  /** The terms of the name in their order. */
  name: readonly number[];
  /** The impacts of the terms of id, name, category and brand. */
  named: Map<number, number>;
  /** The impacts of the terms of the description that are not in `named`. */
  described: Map<number, number>;
}

/** Tokenizes the products of one segment. A text that many products share is tokenized once. */
export class ProductTokenizer {
  /** The terms of all products so far. A term is represented by its index in this array. */
  readonly terms: string[] = [];
  readonly #indices = new Map<string, number>();
  readonly #normalize = remember(singular);
  readonly #analyze = (text: string) => analyze(text, this.#normalize);
  readonly #plain = (text: string) => this.#analyze(text).terms;
  readonly #ofField = remember(this.#analyze);
  readonly #pluralBrand = remember((brand) => {
    const words = analyze(brand, (word) => word).terms;
    return words.length === 1 ? words.filter(looksPlural) : [];
  });
  readonly #categoryHeads = remember((category) => headsOfCategory(category, this.#plain));

  tokenize({ description, ...row }: IndexedProduct): ProductTerms {
    const named = new Map<string, number>();
    const described = new Map<string, number>();
    // Only the field with the highest weight counts, because a name that repeats the brand says no more.
    const mention = (field: FieldName, text: Text) => add(named, field, text, Math.max);
    const parts = splitName(row.name);
    mention('name', this.#analyze(parts.main));
    mention('complement', this.#analyze(parts.complement));
    mention('category', this.#ofField(row.categories || row.category));
    mention('brand', this.#ofField(row.brand));
    mention('options', this.#analyze(row.options));
    add(named, 'head', { terms: headsOfName(parts, row.brand, this.#plain) });
    add(named, 'categoryHead', { terms: this.#categoryHeads(row.category) });
    add(named, 'asWritten', { terms: this.#pluralBrand(row.brand) });
    add(described, 'description', this.#analyze(description));
    const name = this.#plain(row.name);
    const id = this.#plain(row.id);
    const ends = endsOfId(id, (word) => named.has(word));
    const numbers = [...name.flatMap(endsOf), ...romanNumbers(row.name), ...ends];
    mention('number', { terms: numbers });
    if (id.some(hasDigit)) add(named, 'asWritten', { terms: [exactTerm(id)] });
    // The split parts may lack a term of the whole name: splitting can separate a number from its unit.
    for (const term of name) if (!named.has(term)) named.set(term, 0);
    for (const [term, weight] of described) {
      const other = named.get(term);
      if (other === undefined) continue;
      named.set(term, other + weight);
      described.delete(term);
    }
    return {
      ...row,
      name: name.map(this.#indexOf),
      named: this.#impactsOf(named),
      described: this.#impactsOf(described),
    };
  }

  /**
   * Lets a word of a name find the names that write it as two: `flashlight` finds Flash Light. Call it after the last product of
   * the segment.
   */
  joinNames(products: readonly ProductTerms[]): void {
    const words = new Set(products.flatMap(({ name }) => name));
    for (const { name, named, described } of products) {
      for (const [at, second] of name.entries()) {
        const first = name[at - 1];
        const joined = first === undefined ? '' : `${this.terms[first]}${this.terms[second]}`;
        const term = isNumber(joined) ? undefined : this.#indices.get(joined);
        if (first === undefined || term === undefined || !words.has(term)) continue;
        const impact = Math.min(named.get(first) ?? 0, named.get(second) ?? 0);
        named.set(term, Math.max(impact, named.get(term) ?? 0, described.get(term) ?? 0));
        described.delete(term);
      }
    }
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

type Text = Pick<TermsAndForms, 'terms'> & Partial<TermsAndForms>;

/** Adds the words of a field to the weights, or combines the weights of a word otherwise. */
function add(
  weights: Map<string, number>,
  field: FieldName,
  { terms, forms = [] }: Text,
  combine = (before: number, weight: number) => before + weight,
): void {
  const weight = occurrenceWeight(field, terms.length);
  for (const term of [...terms, ...forms]) {
    weights.set(term, combine(weights.get(term) ?? 0, weight));
  }
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
