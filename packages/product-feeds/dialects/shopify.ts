/**
 * Reads Shopify's product CSV, with the column names of all its generations.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import { readHtml } from '../files/html.ts';
import type { Row, Table } from '../files/table.ts';
import {
  type FeedEntry,
  type FeedRecord,
  type FeedShop,
  InvalidValue,
  type Names,
} from '../records.ts';
import { BOOLEAN_WORDS, booleans, quote } from '../values.ts';
import { allOf, Columns, namesOf, readWord } from './columns.ts';
import { toVariants } from './shopify-variants.ts';

/** Shopify's own limit. */
const VARIANTS_MAX = 2_048;

/** The columns that are no fields of the shop. */
const columns: readonly (readonly [string, Names])[] = [
  ['published', ['Published', 'Published on online store']],
  ['sku', ['Variant SKU', 'SKU']],
  ['option1', ['Option1 Value']],
  ['option2', ['Option2 Value']],
  ['option3', ['Option3 Value']],
  ['variant image', ['Variant Image', 'Variant image URL']],
  ['tracker', ['Variant Inventory Tracker', 'Inventory tracker']],
  ['policy', ['Variant Inventory Policy', 'Continue selling when out of stock']],
  ['position', ['Image Position']],
];

/** The fields that each variant has for itself. Only the first row of a product has the others. */
export const ofVariants: ReadonlySet<string> = new Set([
  'cost',
  'stock',
  'stock_seen',
  'stock_change',
]);

/** Whether shoppers see a product with this status. */
const statuses = new Map([
  ['active', true],
  ['draft', false],
  ['archived', false],
  ['unlisted', false],
]);
/** Whether a product is sold on without stock. Newer tables have yes or no. */
const policies = new Map([...booleans, ['continue', true], ['deny', false]]);

interface Product {
  handle: string | undefined;
  /** The rows with a price of their own. The first one has the texts, also those of the others. */
  variants: [Row, ...Row[]];
  /** In the order of their positions, at most as many as a product may have. */
  pictures: readonly { image: string; position: number }[];
}

export function isShopifyHeader(header: readonly string[], { fields }: FeedShop): boolean {
  const found = new Set(header.map((name) => name.toLowerCase()));
  const known = new Map(namesOf(fields, 'shopify'));
  const has = (field: string) => known.get(field)?.some((name) => found.has(name.toLowerCase()));
  return Boolean(has('_id') && has('name') && (has('cost') || has('brand')));
}

/**
 * A product is a row with all directly following rows with the same handle, which have its other variants and further
 * images. An unreadable row between them does not end the product.
 */
export async function* readShopify(
  { header, rows, hasDecimalComma }: Table,
  shop: FeedShop,
): AsyncGenerator<FeedEntry> {
  const table = new Columns(header, [...namesOf(shop.fields, 'shopify'), ...columns]);
  const names = new Map(shop.fields.map(({ name }) => [name, table.name(name)]));
  const shared = { names, columns: new Set(header), hasHeader: true, hasDecimalComma };
  let product: Product | undefined;
  const finish = (done: Product) => toRecords(done, { table, shop, shared });
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    const handle = table.cell(row, '_id');
    if (product === undefined || handle === undefined || handle !== product.handle) {
      if (product !== undefined) yield* finish(product);
      product = { handle, variants: [row], pictures: [] };
    } else if (['cost', 'option1', 'sku'].some((name) => table.cell(row, name) !== undefined)) {
      // Rows with further images are no variants.
      if (product.variants.length < VARIANTS_MAX) product.variants.push(row);
      else yield { line: row.line, problem: `is a variant too many: ${VARIANTS_MAX} are possible` };
    }
    product.pictures = withPictureOf(row, product.pictures, table).slice(0, shop.picturesMax);
  }
  if (product !== undefined) yield* finish(product);
}

interface Reading {
  table: Columns;
  shop: FeedShop;
  shared: Pick<FeedRecord, 'names' | 'columns' | 'hasHeader' | 'hasDecimalComma'>;
}

function toRecords(product: Product, { table, shop, shared }: Reading): FeedRecord[] {
  const { variants, handle } = product;
  const fields = namesOf(shop.fields, 'shopify');
  const records = variants.map((row) => {
    const read = fields.map(([field]) => [field, readField(field, product, row, table)] as const);
    const values = new Map(read.filter(([, value]) => value !== undefined));
    return { ...shared, line: row.line, values, source: row.cells };
  });
  if (variants.length === 1 || handle === undefined) return records;
  return toVariants({ handle, variants, records }, table, shop);
}

/** @param row the product's own row, or that of a variant */
function readField(field: string, product: Product, row: Row, table: Columns): unknown {
  const [first] = product.variants;
  const value = table.cell(ofVariants.has(field) ? row : first, field);
  switch (field) {
    case 'stock':
      return readStock(row, table);
    case 'active':
      return readActive(first, table);
    case 'image':
      return product.pictures.length === 0 ? undefined : product.pictures.map(({ image }) => image);
    case 'description':
      return readHtml(value);
    case 'categories':
      // A number in a taxonomy means nothing to shoppers.
      return value && /^\d+$/.test(value) ? undefined : value;
    default:
      return value;
  }
}

/**
 * Reads the stock. Oversold stock is 0. The stock is not counted if Shopify continues to sell without stock.
 * @returns units; null if the stock is not counted; undefined if the table has no stock
 */
function readStock(row: Row, table: Columns): number | null | undefined | InvalidValue {
  const units = table.cell(row, 'stock');
  const rule = `deny or continue, ${BOOLEAN_WORDS}`;
  const isSoldOn = readWord(table, row, 'policy', policies, rule);
  if (isSoldOn instanceof InvalidValue) return isSoldOn;
  if (isSoldOn) return null;
  if (units === undefined) return undefined;
  if (table.has('tracker') && table.cell(row, 'tracker') === undefined) return null;
  if (/^-?\d{1,15}$/.test(units)) return Math.max(0, Number(units));
  return new InvalidValue(`must be a whole number, not ${quote(units)}`);
}

/** Adds the picture of a row, if it has one; without a position it follows those with one. */
function withPictureOf(row: Row, pictures: Product['pictures'], table: Columns) {
  const image = table.cell(row, 'image');
  if (image === undefined) return pictures;
  const text = table.cell(row, 'position') ?? '';
  const position = /^\d{1,9}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
  return [...pictures, { image, position }].toSorted((one, other) => one.position - other.position);
}

function readActive(row: Row, table: Columns): boolean | undefined | InvalidValue {
  return allOf(
    readWord(table, row, 'active', statuses, 'active, draft, archived or unlisted'),
    readWord(table, row, 'published', booleans, BOOLEAN_WORDS),
  );
}
