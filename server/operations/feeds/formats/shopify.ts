/**
 * Reads Shopify's product CSV, with the column names of all its generations.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import { PICTURES_MAX } from '../../../../contract/pictures.ts';
import { quote } from '../../../platform/quote.ts';
import { BOOLEAN_WORDS, FieldError, parseBoolean } from '../../../shop/catalogue/fields/parsers.ts';
import { fieldNames } from '../../../shop/catalogue/fields/product-fields.ts';
import { Columns } from './columns.ts';
import type { FeedEntry, FeedRecord } from './format.ts';
import { readHtml } from './html.ts';
import { fieldColumns, shopifyColumns } from './shopify-columns.ts';
import { toVariants, VARIANTS_MAX } from './shopify-variants.ts';
import { openTable, type Row, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

/** Whether shoppers see a product with this status. */
const statuses: ReadonlyMap<string, boolean> = new Map([
  ['active', true],
  ['draft', false],
  ['archived', false],
  ['unlisted', false],
]);

/** Whether a product is sold on without stock. Newer tables have yes or no. */
const policies: ReadonlyMap<string, boolean> = new Map([
  ['continue', true],
  ['deny', false],
]);

/** Units; null if the stock is not counted; undefined if the table has no stock. */
type Stock = number | null | undefined | FieldError;

interface Product {
  handle: string | undefined;
  /** The rows with a price of their own. The first one has the texts, also those of the others. */
  variants: [Row, ...Row[]];
  /** In the order of their positions, at most as many as a product may have. */
  pictures: readonly Picture[];
}

interface Picture {
  image: string;
  position: number;
}

export function isShopifyHeader(header: readonly string[]): boolean {
  const found = new Columns(header, shopifyColumns);
  return found.has('_id') && found.has('name') && (found.has('cost') || found.has('brand'));
}

/** @throws MalformedInput */
export async function* readShopify(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  yield* readShopifyTable(await openTable(chunks));
}

/**
 * A product is a row with all directly following rows with the same handle, which have its other variants and further
 * images. An unreadable row between them does not end the product.
 */
export async function* readShopifyTable({
  header,
  rows,
  hasDecimalComma,
}: Table): AsyncGenerator<FeedEntry> {
  const table = new Columns(header, shopifyColumns).requireDistinct();
  const names = new Map(fieldNames.map((field) => [field, table.name(field)]));
  const shared = { names, columns: new Set(header), hasHeader: true, hasDecimalComma };
  let product: Product | undefined;
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    const handle = table.cell(row, '_id');
    if (product !== undefined && handle !== undefined && handle === product.handle) {
      product.pictures = withPictureOf(row, product.pictures, table);
      if (!isVariant(row, table)) continue;
      if (product.variants.length < VARIANTS_MAX) product.variants.push(row);
      else yield { line: row.line, problem: `is a variant too many: ${VARIANTS_MAX} are possible` };
      continue;
    }
    if (product !== undefined) yield* toRecords(product, table, shared);
    product = { handle, variants: [row], pictures: withPictureOf(row, [], table) };
  }
  if (product !== undefined) yield* toRecords(product, table, shared);
}

/** Rows with further images are no variants. */
function isVariant(row: Row, table: Columns): boolean {
  return ['cost', 'option1', 'sku'].some((column) => table.cell(row, column) !== undefined);
}

function* toRecords(
  product: Product,
  table: Columns,
  shared: Pick<FeedRecord, 'names' | 'columns' | 'hasDecimalComma'>,
): Generator<FeedRecord> {
  const { variants, handle } = product;
  if (variants.length === 1 || handle === undefined) {
    yield { ...shared, ...toRecord(product, variants[0], table) };
    return;
  }
  const records = variants.map((row) => toRecord(product, row, table));
  yield* toVariants({ handle, variants }, records, table).map((record) => ({
    ...shared,
    ...record,
  }));
}

/** @param row the product's own row, or that of a variant */
function toRecord(
  { variants: [firstRow], pictures }: Product,
  row: Row,
  table: Columns,
): FeedRecord {
  const values = new Map<string, unknown>();
  const fields = ['_id', ...fieldColumns.map(({ name }) => name), 'stock_seen', 'stock_change'];
  for (const field of fields) {
    const value = readField(field);
    if (value !== undefined) values.set(field, value);
  }
  return { line: row.line, values, source: row.cells };

  function readField(field: string): unknown {
    if (field === 'cost') return table.cell(row, 'cost');
    if (field === 'stock_seen' || field === 'stock_change') return table.cell(row, field);
    if (field === 'stock') return readStock(row, table);
    if (field === 'image') {
      return pictures.length === 0 ? undefined : pictures.map(({ image }) => image);
    }
    if (field === 'active') return readActive(firstRow, table);
    const value = table.cell(firstRow, field);
    if (field === 'description') return readHtml(value);
    // A number in a taxonomy means nothing to shoppers.
    return field === 'categories' && value && /^\d+$/.test(value) ? undefined : value;
  }
}

/** Reads the stock. Oversold stock is 0. The stock is not counted if Shopify continues to sell without stock. */
function readStock(row: Row, table: Columns): Stock {
  const units = table.cell(row, 'stock');
  const policy = table.cell(row, 'policy');
  const isSoldOn = policy && (policies.get(policy.toLowerCase()) ?? parseBoolean(policy));
  if (policy && isSoldOn === undefined) {
    const rule = `must be deny or continue, ${BOOLEAN_WORDS}`;
    return new FieldError(`${rule}, not ${quote(policy)}`, table.name('policy'));
  }
  if (isSoldOn) return null;
  if (units === undefined) return undefined;
  if (table.has('tracker') && table.cell(row, 'tracker') === undefined) return null;
  if (/^-?\d{1,15}$/.test(units)) return Math.max(0, Number(units));
  return new FieldError(`must be a whole number, not ${quote(units)}`);
}

/** Adds the picture of a row, if it has one; without a position it follows those with one. */
function withPictureOf(row: Row, pictures: readonly Picture[], table: Columns): readonly Picture[] {
  const image = table.cell(row, 'image');
  if (image === undefined) return pictures;
  const text = table.cell(row, 'position') ?? '';
  const position = /^\d{1,9}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
  return [...pictures, { image, position }]
    .toSorted((one, other) => one.position - other.position)
    .slice(0, PICTURES_MAX);
}

function readActive(row: Row, table: Columns): boolean | undefined | FieldError {
  const status = table.cell(row, 'active');
  const published = table.cell(row, 'published');
  const isShown = status === undefined ? undefined : statuses.get(status.toLowerCase());
  const isPublished = parseBoolean(published);
  if (status !== undefined && isShown === undefined) {
    return new FieldError(`must be active, draft, archived or unlisted, not ${quote(status)}`);
  }
  if (published !== undefined && isPublished === undefined) {
    const problem = `must be ${BOOLEAN_WORDS}, not ${quote(published)}`;
    return new FieldError(problem, table.name('published'));
  }
  return isPublished === false ? false : (isShown ?? isPublished);
}
