/**
 * The fields of a product, each with everything that is known of it. The database, imports and exports, the API, the
 * pages and the search read this table; an id and what the shop adds by itself (position, time) are not in it.
 */
import { toDollars } from '../../../../contract/money.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import {
  CATEGORY_SEPARATOR,
  parseActive,
  parseBrand,
  parseCategories,
  parseCategory,
  parseCost,
  parseDescription,
  parseGroup,
  parseImage,
  parseName,
  parseOption,
  parsePopularity,
  parseRating,
  parseStock,
  parseTax,
} from './parsers.ts';
import { toAddressOrList } from './picture-addresses.ts';

export interface Field<Value> {
  /** The type of the column. */
  sqlType: 'text' | 'integer' | 'bigint';
  /** The name in the API and in the shop's own feeds. */
  name: string;
  /** Another name that imports accept. */
  alias?: string;
  /** Reads a value of a feed. @throws FieldError */
  parse(value: unknown): Value;
  /** Makes the value of the API and of the shop's own feeds from the stored one, if they differ. */
  write?(value: Value): unknown;
  /** What a new product has without the field. A field without a default is required. */
  default?: Value;
  /** Whether `null` in a feed leaves the field as it is; otherwise `null` stands for the default. */
  ignoresNull?: true;
  /** The names of Shopify's column: the one that exports write, then others. */
  shopify?: readonly [string, ...string[]];
  /** The names of Google's attribute: the one that exports write, then others. */
  google?: readonly [string, ...string[]];
  /** Where shoppers get it: in lists, or only with one product. */
  shown?: 'list' | 'details';
  /** How the search indexes it: it tokenizes texts, and takes numbers as they are. */
  indexedAs?: 'text' | 'number';
  /** Whether its text may have decimals, which some tables write with a comma. */
  isDecimal?: true;
  /** Whether `catalogue update` changes it. */
  isUpdatable?: true;
}

type FieldTable = {
  [Column in Exclude<keyof ProductRow, 'position' | 'id' | 'picture' | 'updated_at'>]: Field<
    ProductRow[Column]
  >;
};

const table = {
  name: {
    sqlType: 'text',
    name: 'name',
    parse: parseName,
    shopify: ['Title'],
    google: ['title'],
    shown: 'list',
    indexedAs: 'text',
  },
  category: {
    sqlType: 'text',
    name: 'category',
    parse: parseCategory,
    default: '',
    shopify: ['Type', 'Custom Product Type'],
    shown: 'list',
    indexedAs: 'text',
  },
  categories: {
    sqlType: 'text',
    name: 'categories',
    parse: parseCategories,
    write: (path) => (path === '' ? null : path.split(CATEGORY_SEPARATOR)),
    default: '',
    shopify: ['Product Category', 'Standardized Product Type', 'Standard Product Type'],
    google: ['product_type', 'google_product_category'],
    indexedAs: 'text',
  },
  brand: {
    sqlType: 'text',
    name: 'brand',
    parse: parseBrand,
    default: '',
    shopify: ['Vendor'],
    google: ['brand'],
    shown: 'details',
    indexedAs: 'text',
  },
  description: {
    sqlType: 'text',
    name: 'description',
    parse: parseDescription,
    default: '',
    shopify: ['Body (HTML)', 'Description'],
    google: ['description', 'summary', 'content'],
    shown: 'details',
    indexedAs: 'text',
  },
  popularity: {
    sqlType: 'integer',
    name: 'popularity',
    parse: parsePopularity,
    default: 0,
    indexedAs: 'number',
  },
  cost_cents: {
    sqlType: 'bigint',
    name: 'cost',
    alias: 'price',
    parse: parseCost,
    isDecimal: true,
    write: toDollars,
    shopify: ['Variant Price', 'Price'],
    google: ['price'],
    shown: 'list',
    indexedAs: 'number',
    isUpdatable: true,
  },
  rating_halves: {
    sqlType: 'integer',
    name: 'rating',
    parse: parseRating,
    isDecimal: true,
    write: (halves) => halves / 2,
    default: 0,
    shown: 'list',
    indexedAs: 'number',
  },
  image: {
    sqlType: 'text',
    name: 'image',
    parse: parseImage,
    write: toAddressOrList,
    default: '',
    shopify: ['Image Src', 'Product image URL'],
    google: ['image_link'],
    shown: 'list',
  },
  stock: {
    sqlType: 'bigint',
    name: 'stock',
    parse: parseStock,
    default: null,
    shopify: ['Variant Inventory Qty', 'Inventory quantity'],
    google: ['availability'],
    shown: 'details',
    isUpdatable: true,
  },
  active: {
    sqlType: 'integer',
    name: 'active',
    parse: parseActive,
    write: (active) => active === 1,
    default: 1,
    ignoresNull: true,
    shopify: ['Status'],
    isUpdatable: true,
  },
  group_id: {
    sqlType: 'text',
    name: 'group',
    parse: parseGroup,
    write: emptyToNull,
    default: '',
    google: ['item_group_id'],
    shown: 'list',
  },
  option: {
    sqlType: 'text',
    name: 'option',
    parse: parseOption,
    write: emptyToNull,
    default: '',
    google: ['size'],
    shown: 'list',
  },
  tax: {
    sqlType: 'text',
    name: 'tax',
    parse: parseTax,
    default: null,
  },
} as const satisfies FieldTable;

/** An import of `null` restores the default. */
function emptyToNull(text: string): string | null {
  return text === '' ? null : text;
}

export type ProductFieldTable = typeof table;
export type ProductColumn = keyof ProductFieldTable;
export type ProductFields = Pick<ProductRow, ProductColumn>;
type ColumnsWith<Properties> = {
  [Column in ProductColumn]: ProductFieldTable[Column] extends Properties ? Column : never;
}[ProductColumn];

export const productFields: FieldTable = table;
// Safe: the keys of the literal above.
export const productColumns = Object.keys(table) as ProductColumn[];

/** The columns whose field has this property. */
export function columnsWith<const Key extends keyof Field<unknown>, const Value>(
  key: Key,
  value: Value,
) {
  return productColumns.filter(
    (column): column is ColumnsWith<Record<Key, Value>> => productFields[column][key] === value,
  );
}

/** What the search reads of a product. */
const numberColumns = columnsWith('indexedAs', 'number');
export const tokenizedColumns: readonly ProductColumn[] = columnsWith('indexedAs', 'text');
export const indexedNumberColumns = ['position', ...numberColumns] as const;
export const indexedColumns = [
  'position',
  ...columnsWith('indexedAs', 'text'),
  ...numberColumns,
] as const;
export const updatableColumns = columnsWith('isUpdatable', true);

export type FieldName =
  | '_id'
  | ProductFieldTable[ProductColumn]['name']
  | 'stock_seen'
  | 'stock_change';
/** The fields of the shop's own exports. */
export const exportedNames: readonly Exclude<FieldName, 'stock_change'>[] = [
  '_id',
  ...productColumns.map((column) => table[column].name),
  'stock_seen',
];
/** The fields that an import reads. */
export const fieldNames: readonly FieldName[] = [...exportedNames, 'stock_change'];

type OptionalColumn = ColumnsWith<{ default: unknown }>;

/** What a new product has of the fields that aren't required. */
export const productDefaults = Object.fromEntries(
  productColumns.flatMap((column) => {
    const { default: value } = productFields[column];
    return value === undefined ? [] : [[column, value]];
  }),
  // Safe: the defaults of the literal above.
) as Pick<ProductRow, OptionalColumn>;

/** @returns undefined if required fields are missing */
export function withDefaults(fields: Partial<ProductFields>): ProductFields | undefined {
  const product = { ...productDefaults, ...fields };
  return isComplete(product) ? product : undefined;
}

function isComplete(fields: Partial<ProductFields>): fields is ProductFields {
  return productColumns.every((column) => fields[column] !== undefined);
}
