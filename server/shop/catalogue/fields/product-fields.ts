/**
 * The fields of a product, each with everything that is known of it but its schema in the API and where shoppers get it,
 * which stand in the contract under the same name. The database, imports and exports, the API, the pages and the search
 * read this table; what the shop adds by itself (position, time) is not in it.
 */
import {
  BRAND_MAX_LENGTH,
  CATEGORY_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  OPTION_MAX_LENGTH,
} from '../../../../contract/limits.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { FeedField } from '../../../../packages/product-feeds/index.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { headings } from './headings.ts';
import {
  CATEGORY_SEPARATOR,
  lineOf,
  parseActive,
  parseCategories,
  parseCost,
  parseGroup,
  parseImage,
  parseName,
  parsePopularity,
  parseRating,
  parseStock,
  parseTax,
} from './parsers.ts';
import { toAddressOrList } from './picture-addresses.ts';

/** Its `name` is also the API's. */
export interface Field<Value> extends FeedField {
  /** The type of the column. */
  sqlType: 'text' | 'integer' | 'bigint';
  /** Reads a value of a feed. @throws InvalidValue */
  parse(value: unknown): Value;
  /** Makes the value of the API and of the shop's own feeds from the stored one, if they differ. */
  write?(value: Value): unknown;
  /** What a new product has without the field. A field without a default is required. */
  default?: Value;
  /** Whether `null` in a feed leaves the field as it is; otherwise `null` stands for the default. */
  ignoresNull?: true;
  /** How the search indexes it: it tokenizes texts, and takes numbers as they are. */
  indexedAs?: 'text' | 'number';
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
    woo: ['Name'],
    headings: headings.name,
    indexedAs: 'text',
  },
  category: {
    sqlType: 'text',
    name: 'category',
    parse: lineOf(CATEGORY_MAX_LENGTH),
    default: '',
    shopify: ['Type', 'Custom Product Type'],
    woo: ['Categories'],
    headings: headings.category,
    indexedAs: 'text',
  },
  categories: {
    sqlType: 'text',
    name: 'categories',
    parse: parseCategories,
    write: (path) => (path === '' ? null : path.split(CATEGORY_SEPARATOR)),
    default: '',
    shopify: ['Product Category', 'Standardized Product Type', 'Standard Product Type'],
    google: ['product_type'],
    woo: ['Categories'],
    // Of others' tables, the category is read from such a column.
    headings: [],
    indexedAs: 'text',
  },
  brand: {
    sqlType: 'text',
    name: 'brand',
    parse: lineOf(BRAND_MAX_LENGTH),
    default: '',
    shopify: ['Vendor'],
    google: ['brand'],
    woo: ['Brands', 'Brand'],
    headings: headings.brand,
    indexedAs: 'text',
  },
  description: {
    sqlType: 'text',
    name: 'description',
    parse: lineOf(DESCRIPTION_MAX_LENGTH),
    default: '',
    shopify: ['Body (HTML)', 'Description'],
    google: ['description', 'summary', 'content'],
    woo: ['Description'],
    headings: headings.description,
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
    write: toDollars,
    shopify: ['Variant Price', 'Price'],
    google: ['price'],
    woo: ['Regular price'],
    // A column "Cost" is what the merchant pays, and a unit may be a kilogram.
    headings: headings.cost,
    indexedAs: 'number',
    isUpdatable: true,
  },
  rating_halves: {
    sqlType: 'integer',
    name: 'rating',
    headings: headings.rating,
    parse: parseRating,
    write: (halves) => halves / 2,
    default: 0,
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
    woo: ['Images'],
    headings: headings.image,
  },
  stock: {
    sqlType: 'bigint',
    name: 'stock',
    parse: parseStock,
    default: null,
    shopify: ['Variant Inventory Qty', 'Inventory quantity'],
    google: ['availability'],
    woo: ['Stock'],
    headings: headings.stock,
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
    woo: ['Published'],
    headings: headings.active,
    doubtful: ['on sale', 'sale', 'available', 'hidden', 'disabled', 'discontinued', 'archived'],
    isUpdatable: true,
  },
  group_id: {
    sqlType: 'text',
    name: 'group',
    parse: parseGroup,
    write: emptyToNull,
    default: '',
    google: ['item_group_id'],
    woo: ['Parent'],
  },
  option: {
    sqlType: 'text',
    name: 'option',
    parse: lineOf(OPTION_MAX_LENGTH),
    write: emptyToNull,
    default: '',
    google: ['size'],
  },
  tax: {
    sqlType: 'text',
    name: 'tax',
    parse: parseTax,
    default: null,
    // In other tables it is an amount.
    headings: [],
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
  'id',
  ...columnsWith('indexedAs', 'text'),
  ...numberColumns,
] as const;
export const updatableColumns = columnsWith('isUpdatable', true);

const idField = {
  name: '_id',
  alias: 'id',
  shopify: ['Handle', 'URL handle'],
  woo: ['SKU'],
  google: ['id'],
  headings: headings.id,
} as const satisfies FeedField;
/** What qualifies the stock of a file. Other programs ignore these columns. */
const stockFields = [
  { name: 'stock_seen', shopify: ['stock_seen'], woo: ['stock_seen'] },
  { name: 'stock_change', shopify: ['stock_change'], woo: ['stock_change'], isOnlyRead: true },
] as const satisfies readonly FeedField[];

export type FieldName =
  | typeof idField.name
  | ProductFieldTable[ProductColumn]['name']
  | (typeof stockFields)[number]['name'];

/** The fields of files. */
export const feedFields: readonly (FeedField & { name: FieldName })[] = [
  idField,
  ...productColumns.map((column) => table[column]),
  ...stockFields,
];
export const fieldNames: readonly FieldName[] = feedFields.map(({ name }) => name);

/** @param name of a field, or an alias of it, in any case */
export function findField(name: string): FieldName | undefined {
  const lower = name.toLowerCase();
  return feedFields.find((field) => field.name === lower || field.alias === lower)?.name;
}

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
