/** What makes a record of a file a product. */
import type { ProductRow } from '../../storage/schema.ts';
import {
  isMissing,
  parseActive,
  parseBrand,
  parseCategories,
  parseCategory,
  parseCategoryPath,
  parseCost,
  parseDescription,
  parseId,
  parseImage,
  parseName,
  parsePopularity,
  parseRating,
  parseStock,
} from './fields.ts';
import { type Ids, slugOf } from './ids.ts';
import { FieldRefusal, type ImportProblem } from './problems.ts';
import type { RecordEntry } from './records.ts';

/** A product as a file has it: where it stands and when it changed is the catalogue's. */
export type ImportedProduct = Omit<ProductRow, 'position' | 'updated_at' | 'active'> & {
  /** Null where the file doesn't say: as it was, and on sale where it is new. */
  active: number | null;
};

/** What changes of a product that the catalogue has; what is left out stays. */
export interface ProductUpdate {
  id: string;
  cost_cents?: number;
  stock?: number | null;
  active?: number;
  /** Where the id is in the file: whether there is such a product, only the catalogue can say. */
  at: { line: number; field: string };
}

export type Checked<T> = { product: T } | { problems: ImportProblem[] };

/** Reads fields of a record, and collects what is wrong with them in the file's own words. */
class FieldReader {
  readonly problems: ImportProblem[] = [];
  readonly #entry: RecordEntry;

  constructor(entry: RecordEntry) {
    this.#entry = entry;
  }

  has(field: string): boolean {
    return !isMissing(this.#entry.record[field]);
  }

  nameOf(field: string): string {
    return this.#entry.names?.[field] ?? field;
  }

  read<T>(field: string, parse: (value: unknown) => T): T | undefined {
    const value = this.#entry.record[field];
    try {
      if (value instanceof FieldRefusal) throw value;
      return parse(value);
    } catch (error) {
      if (!(error instanceof FieldRefusal)) throw error;
      const { line } = this.#entry;
      this.problems.push({ line, field: this.nameOf(field), message: error.message });
      return undefined;
    }
  }
}

/**
 * Reads the shop's own names of fields, and where one is missing what other feeds call it: `id`,
 * `price`, `categories`. Fields that it doesn't know are nothing to it.
 * @param ids the ids of the lines before; this one's is added, also where something else is wrong,
 *   so that putting that right gives no other product another id
 */
export function checkRecord(entry: RecordEntry, ids: Ids): Checked<ImportedProduct> {
  const { record, line } = entry;
  const fields = new FieldReader(entry);
  const { problems } = fields;
  const idField = idFieldOf(fields);
  const hasPath = fields.has('categories');
  const product: { [K in keyof ImportedProduct]: ImportedProduct[K] | undefined } = {
    id: fields.has(idField)
      ? fields.read(idField, (value) => claimId(parseId(value), line, ids))
      : makeId(record, line, ids),
    name: fields.read('name', parseName),
    category:
      hasPath && !fields.has('category')
        ? fields.read('categories', parseCategories)
        : fields.read('category', parseCategory),
    categories:
      hasPath && problems.length === 0 ? fields.read('categories', parseCategoryPath) : '',
    brand: fields.has('brand') ? fields.read('brand', parseBrand) : '',
    description: fields.has('description') ? fields.read('description', parseDescription) : '',
    popularity: fields.has('popularity') ? fields.read('popularity', parsePopularity) : 0,
    cost_cents: fields.read(costFieldOf(fields), parseCost),
    rating_halves: fields.has('rating') ? fields.read('rating', parseRating) : 0,
    image: fields.read('image', parseImage),
    stock: fields.has('stock') ? fields.read('stock', parseStock) : null,
    active: fields.has('active') ? fields.read('active', parseActive) : null,
  };
  if (problems.length > 0) return { problems };
  // Whatever is undefined left a problem behind; an id that couldn't be made, one of the name's.
  return { product: product as ImportedProduct };
}

/** The same names of fields; a stock of null is one that isn't counted any more. */
export function checkUpdate(entry: RecordEntry, ids: Ids): Checked<ProductUpdate> {
  const { record, line } = entry;
  const fields = new FieldReader(entry);
  const { problems } = fields;
  const idField = idFieldOf(fields);
  const costField = costFieldOf(fields);
  const id = fields.read(idField, (value) => claimId(parseId(value), line, ids)) ?? '';
  const update: ProductUpdate = { id, at: { line, field: fields.nameOf(idField) } };
  if (fields.has(costField)) {
    const cents = fields.read(costField, parseCost);
    if (cents !== undefined) update.cost_cents = cents;
  }
  if (record.stock === null) update.stock = null;
  if (fields.has('stock')) {
    const stock = fields.read('stock', parseStock);
    if (stock !== undefined) update.stock = stock;
  }
  if (fields.has('active')) {
    const active = fields.read('active', parseActive);
    if (active !== undefined) update.active = active;
  }
  return problems.length > 0 ? { problems } : { product: update };
}

function idFieldOf(fields: FieldReader): '_id' | 'id' {
  return !fields.has('_id') && fields.has('id') ? 'id' : '_id';
}

function costFieldOf(fields: FieldReader): 'cost' | 'price' {
  return fields.has('price') && !fields.has('cost') ? 'price' : 'cost';
}

function claimId(id: string, line: number, ids: Ids): string {
  const owner = ids.claim(id, line);
  if (owner === undefined) return id;
  throw new FieldRefusal(`${id} is the one of line ${owner} already`);
}

function makeId(
  { brand, name }: RecordEntry['record'],
  line: number,
  ids: Ids,
): string | undefined {
  if (typeof name !== 'string') return undefined;
  return ids.make(slugOf(typeof brand === 'string' ? brand : '', name), line);
}
