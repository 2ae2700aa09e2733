/** The shop's own formats, which hold everything that an import reads. */
import { toDollars } from '../../../contract/money.ts';
import type { ProductRow } from '../../storage/schema.ts';
import { CATEGORY_SEPARATOR } from '../import/fields.ts';
import { type FieldName, fieldNames } from '../import/mapping.ts';
import { toCsvRow } from './cells.ts';
import type { Feed } from './feed.ts';

/** What a spreadsheet takes for a formula, and what looks like one of our guards. */
const FORMULA = /^'*[=+\-@]/;

/** One JSON array, a product a line. */
export function openJson(): Feed {
  return {
    head: '[',
    write: (product, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(toRecord(product))}`,
    foot: '\n]\n',
  };
}

export function openJsonLines(): Feed {
  return { head: '', write: (product) => `${JSON.stringify(toRecord(product))}\n`, foot: '' };
}

/** Texts that would be formulas begin with an apostrophe, which an import takes away again. */
export function openCsv(): Feed {
  return {
    head: toCsvRow(fieldNames),
    write(product) {
      const record = { ...toRecord(product), categories: product.categories };
      return toCsvRow(fieldNames.map((name) => toCell(record[name])));
    },
    foot: '',
  };
}

function toRecord(product: ProductRow): Record<FieldName, unknown> {
  const { categories } = product;
  return {
    _id: product.id,
    name: product.name,
    category: product.category,
    categories: categories === '' ? undefined : categories.split(CATEGORY_SEPARATOR),
    brand: product.brand,
    description: product.description,
    popularity: product.popularity,
    cost: toDollars(product.cost_cents),
    rating: product.rating_halves / 2,
    image: product.image,
    stock: product.stock,
    active: product.active === 1,
  };
}

function toCell(value: unknown): string {
  const text = String(value ?? '');
  return FORMULA.test(text) ? `'${text}` : text;
}
