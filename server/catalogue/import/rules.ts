/** What makes a record of a file a product. */
import type { ProductRow } from '../../storage/schema.ts';
import {
  isMissing,
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
import { type IdBook, slugOf } from './ids.ts';
import { FieldRefusal, type ImportProblem } from './problems.ts';

/** A product as a file has it: where it stands and when it changed is the catalogue's. */
export type ImportedProduct = Omit<ProductRow, 'position' | 'updated_at'>;

export type Checked = { product: ImportedProduct } | { problems: ImportProblem[] };

type FileRecord = Record<string, unknown>;

/**
 * Reads the shop's own names of fields, and where one is missing what other feeds call it: `id`,
 * `price`, `categories`. Fields that it doesn't know are nothing to it.
 * @param ids the ids of the lines before; this one's is added, also where something else is wrong,
 *   so that putting that right gives no other product another id
 */
export function checkRecord(record: FileRecord, line: number, ids: IdBook): Checked {
  const problems: ImportProblem[] = [];
  function read<T>(field: string, parse: (value: unknown) => T): T | undefined {
    try {
      return parse(record[field]);
    } catch (error) {
      if (!(error instanceof FieldRefusal)) throw error;
      problems.push({ line, field, message: error.message });
      return undefined;
    }
  }
  const has = (field: string): boolean => !isMissing(record[field]);

  // In a table it is one text, and then nothing but the category.
  const isPath = Array.isArray(record.categories);
  const idField = !has('_id') && has('id') ? 'id' : '_id';
  const product: { [K in keyof ImportedProduct]: ImportedProduct[K] | undefined } = {
    id: has(idField)
      ? read(idField, (value) => claimId(parseId(value), line, ids))
      : makeId(record, line, ids),
    name: read('name', parseName),
    category:
      has('categories') && !has('category')
        ? read('categories', parseCategories)
        : read('category', parseCategory),
    categories: isPath && problems.length === 0 ? read('categories', parseCategoryPath) : '',
    brand: has('brand') ? read('brand', parseBrand) : '',
    description: has('description') ? read('description', parseDescription) : '',
    popularity: has('popularity') ? read('popularity', parsePopularity) : 0,
    cost_cents: read(has('price') && !has('cost') ? 'price' : 'cost', parseCost),
    rating_halves: has('rating') ? read('rating', parseRating) : 0,
    image: read('image', parseImage),
    stock: has('stock') ? read('stock', parseStock) : null,
  };
  if (problems.length > 0) return { problems };
  // Whatever is undefined left a problem behind; an id that couldn't be made, one of the name's.
  return { product: product as ImportedProduct };
}

function claimId(id: string, line: number, ids: IdBook): string {
  const owner = ids.claim(id, line);
  if (owner === undefined) return id;
  throw new FieldRefusal(`${id} is the one of line ${owner} already`);
}

function makeId({ brand, name }: FileRecord, line: number, ids: IdBook): string | undefined {
  if (typeof name !== 'string') return undefined;
  return ids.make(slugOf(typeof brand === 'string' ? brand : '', name), line);
}
