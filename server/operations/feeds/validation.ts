/** The one validation of feeds: what a record of any format says of a product, and what is wrong. */
import type { ProductFields } from '../../shop/catalogue/store.ts';
import { FieldError, type ImportProblem } from './errors.ts';
import {
  narrowestOf,
  parseActive,
  parseBrand,
  parseCategories,
  parseCategory,
  parseCost,
  parseDescription,
  parseId,
  parseImage,
  parseName,
  parsePopularity,
  parseRating,
  parseStock,
} from './fields.ts';
import type { FeedEntry, FeedRecord } from './formats/format.ts';
import { type IdRegistry, slugOf } from './ids.ts';

/**
 * An import changes every field that a record has, and adds products that are new. An update changes
 * only price, stock and activity of known products.
 */
export type ImportKind = 'import' | 'update';

export interface CheckedRecord {
  /** Undefined if the record has none that could be used or made. */
  id: string | undefined;
  /** Only the fields that the record has: the others of a known product stay as they are. */
  fields: Partial<ProductFields>;
  problems: RecordProblem[];
}

interface RecordProblem {
  problem: ImportProblem;
  /** Whether the record is fine if the catalogue has the product already. */
  onlyIfNew: boolean;
}

/** Fields of a new product that its feed doesn't have. The other fields are required. */
const defaults = {
  categories: '',
  brand: '',
  description: '',
  popularity: 0,
  rating_halves: 0,
  stock: null,
  active: 1,
};
type RequiredFields = Omit<ProductFields, keyof typeof defaults>;

/** @param isKnown whether the catalogue has the product */
export function problemsOf({ problems }: CheckedRecord, isKnown: boolean): ImportProblem[] {
  return problems.filter(({ onlyIfNew }) => !(onlyIfNew && isKnown)).map(({ problem }) => problem);
}

/** @returns undefined if required fields are missing */
export function withDefaults(fields: Partial<ProductFields>): ProductFields | undefined {
  return hasRequired(fields) ? { ...defaults, ...fields } : undefined;
}

function hasRequired(
  fields: Partial<ProductFields>,
): fields is RequiredFields & Partial<ProductFields> {
  const { name, category, cost_cents, image } = fields;
  return [name, category, cost_cents, image].every((value) => value !== undefined);
}

/**
 * Ignores unknown fields.
 * @param ids has the ids of the lines before. Takes this one's, even if the record has problems, so
 *   that mending it doesn't change the ids made for other records
 */
export function checkEntry(entry: FeedEntry, kind: ImportKind, ids: IdRegistry): CheckedRecord {
  if (!('problem' in entry)) return new RecordReader(entry, ids)[kind]();
  const problem = { line: entry.line, message: entry.problem };
  return { id: undefined, fields: {}, problems: [{ problem, onlyIfNew: false }] };
}

class RecordReader {
  readonly #record: FeedRecord;
  readonly #ids: IdRegistry;
  readonly #fields: Partial<ProductFields> = {};
  readonly #problems: RecordProblem[] = [];

  constructor(record: FeedRecord, ids: IdRegistry) {
    this.#record = record;
    this.#ids = ids;
  }

  import(): CheckedRecord {
    const id = this.#has(this.#idField) ? this.#readId() : this.#makeId();
    this.#required('name', 'name', parseName);
    this.#readCategory();
    this.#optional('brand', 'brand', parseBrand, defaults.brand);
    this.#optional('description', 'description', parseDescription, defaults.description);
    this.#optional('popularity', 'popularity', parsePopularity, defaults.popularity);
    this.#required('cost_cents', this.#costField, parseCost);
    this.#optional('rating_halves', 'rating', parseRating, defaults.rating_halves);
    this.#required('image', 'image', parseImage);
    this.#optional('stock', 'stock', parseStock, defaults.stock);
    this.#optional('active', 'active', parseActive);
    return { id, fields: this.#fields, problems: this.#problems };
  }

  update(): CheckedRecord {
    const id = this.#readId();
    if (id !== undefined) this.#report(this.#idField, `${id} is no product of the catalogue`, true);
    this.#optional('cost_cents', this.#costField, parseCost);
    this.#optional('stock', 'stock', parseStock, defaults.stock);
    this.#optional('active', 'active', parseActive);
    return { id, fields: this.#fields, problems: this.#problems };
  }

  get #idField(): '_id' | 'id' {
    return !this.#has('_id') && this.#has('id') ? 'id' : '_id';
  }

  get #costField(): 'cost' | 'price' {
    return !this.#has('cost') && this.#has('price') ? 'price' : 'cost';
  }

  #readId(): string | undefined {
    const field = this.#idField;
    if (!this.#has(field)) this.#report(field, 'is missing');
    else return this.#read(field, (value) => this.#claim(parseId(value)));
    return undefined;
  }

  #claim(id: string): string {
    const owner = this.#ids.claim(id, this.#record.line);
    if (owner === undefined) return id;
    throw new FieldError(`${id} is the one of line ${owner} already`);
  }

  #makeId(): string | undefined {
    const { values, line } = this.#record;
    const [brand, name] = [values.get('brand'), values.get('name')];
    if (typeof name !== 'string') return undefined;
    return this.#ids.make(slugOf(typeof brand === 'string' ? brand : '', name), line);
  }

  /** The category is the last of the categories, unless the record has one of its own. */
  #readCategory(): void {
    if (this.#has('category') || !this.#has('categories')) {
      this.#required('category', 'category', parseCategory);
      this.#optional('categories', 'categories', parseCategories, defaults.categories);
      return;
    }
    const categories = this.#read('categories', parseCategories);
    if (categories === undefined) return;
    this.#fields.categories = categories;
    this.#fields.category = narrowestOf(categories);
  }

  /** Required of new products. */
  #required<K extends keyof RequiredFields>(
    column: K,
    field: string,
    parse: (value: unknown) => ProductFields[K],
  ): void {
    if (this.#has(field)) this.#optional(column, field, parse);
    else this.#report(field, 'is missing', true);
  }

  /** @param none what `null` means; without it, `null` is the same as a missing value */
  #optional<K extends keyof ProductFields>(
    column: K,
    field: string,
    parse: (value: unknown) => ProductFields[K],
    none?: ProductFields[K],
  ): void {
    const isNull = this.#record.values.get(field) === null;
    const value = this.#has(field) ? this.#read(field, parse) : isNull ? none : undefined;
    if (value !== undefined) this.#fields[column] = value;
  }

  #has(field: string): boolean {
    const value = this.#record.values.get(field);
    return value !== undefined && value !== null;
  }

  #read<T>(field: string, parse: (value: unknown) => T): T | undefined {
    const value = this.#record.values.get(field);
    try {
      if (value instanceof FieldError) throw value;
      return parse(value);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      this.#report(field, error.message);
      return undefined;
    }
  }

  #report(field: string, message: string, onlyIfNew = false): void {
    const { line, names } = this.#record;
    const problem = { line, field: names?.get(field) ?? field, message };
    this.#problems.push({ problem, onlyIfNew });
  }
}
