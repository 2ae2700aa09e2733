/**
 * Shopify's product CSV. Imports accept the column names of both generations. Exports use the older ones, which Shopify
 * and other programs still accept.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */

import { quote } from '../../../platform/quote.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { FieldError } from '../../../shop/catalogue/parsers.ts';
import {
  fieldNames,
  type ProductColumn,
  productColumns,
  productFields,
} from '../../../shop/catalogue/product-fields.ts';
import { toCsvRow } from '../../csv.ts';
import { type FeedEntry, type FeedRecord, type Format, toAbsoluteUrl } from './format.ts';
import { toHtml, toPlainText } from './html.ts';
import { openTable, type Row, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

export const shopify: Format = {
  endings: [],
  read: readShopify,
  write: (origin) => ({
    header: toCsvRow(exportedColumns.map(([name]) => name)),
    product: (product) => toCsvRow(exportedColumns.map(([, toCell]) => toCell(product, origin))),
    separator: '',
    footer: '',
  }),
};

/** The fields for which Shopify has a column. */
const fieldColumns = productColumns.flatMap((column) => {
  const { name, shopify: names } = productFields[column];
  return names === undefined ? [] : [{ column, name, names }];
});

/** The names of each column that an import reads. Messages about a missing column use the first name. */
const columns: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['_id', ['Handle', 'URL handle']],
  ...fieldColumns.map(({ name, names }) => [name, names] as const),
  ['published', ['Published', 'Published on online store']],
  ['sku', ['Variant SKU', 'SKU']],
  ['option', ['Option1 Value']],
  ['tracker', ['Variant Inventory Tracker', 'Inventory tracker']],
  ['policy', ['Variant Inventory Policy', 'Continue selling when out of stock']],
]);

/** Whether shoppers see a product with this status. */
const statuses: ReadonlyMap<string, boolean> = new Map([
  ['active', true],
  ['draft', false],
  ['archived', false],
  ['unlisted', false],
]);

/** Units; null if the stock is not counted; undefined if the table has no stock. */
type Stock = number | null | undefined | FieldError;

interface Product {
  /** The row whose price, image and texts are the product's. */
  firstRow: Row;
  handle: string | undefined;
  /** The stock of all variants so far. */
  stock: Stock;
}

/** The columns of one table. Both generations of names are known, in any case. */
class Columns {
  readonly #names = new Map<string, string>();
  readonly #present = new Set<string>();

  constructor(header: readonly string[]) {
    for (const [column, names] of columns) {
      const known = names.map((name) => name.toLowerCase());
      const found = header.find((name) => known.includes(name.toLowerCase()));
      this.#names.set(column, found ?? names[0]);
      if (found !== undefined) this.#present.add(column);
    }
  }

  has(column: string): boolean {
    return this.#present.has(column);
  }

  name(column: string): string {
    return this.#names.get(column) ?? column;
  }

  /** @returns undefined if the cell is empty, or if the table lacks the column */
  cell({ cells }: Row, column: string): string | undefined {
    return cells.get(this.name(column))?.trim();
  }
}

export function isShopifyHeader(header: readonly string[]): boolean {
  const found = new Columns(header);
  return found.has('_id') && found.has('name') && (found.has('cost') || found.has('brand'));
}

/** @throws MalformedInput */
async function* readShopify(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  yield* readShopifyTable(await openTable(chunks, ','));
}

/**
 * A product is a row with all directly following rows with the same handle, which have its other variants and further
 * images. An unreadable row between them does not end the product.
 */
export async function* readShopifyTable({ header, rows }: Table): AsyncGenerator<FeedEntry> {
  const table = new Columns(header);
  const names = new Map(fieldNames.map((field) => [field, table.name(field)]));
  let product: Product | undefined;
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    const handle = table.cell(row, '_id');
    if (product !== undefined && handle !== undefined && handle === product.handle) {
      addVariant(product, row, table);
      continue;
    }
    if (product !== undefined) yield toRecord(product, table, names);
    product = { firstRow: row, handle, stock: readStock(row, table) };
  }
  if (product !== undefined) yield toRecord(product, table, names);
}

function toRecord(
  { firstRow, stock }: Product,
  table: Columns,
  names: ReadonlyMap<string, string>,
): FeedRecord {
  const values = new Map<string, unknown>();
  const set = (field: string, value: unknown): void => {
    if (value !== undefined) values.set(field, value);
  };
  for (const field of ['_id', ...fieldColumns.map(({ name }) => name)]) {
    if (field === 'description') set(field, readBody(firstRow, table));
    else if (field === 'stock') set(field, stock);
    else if (field === 'active') set(field, readActive(firstRow, table));
    else set(field, table.cell(firstRow, field));
  }
  return { line: firstRow.line, values, names, source: firstRow.cells };
}

/** Adds the stock of a variant. Rows with further images are no variants. */
function addVariant(product: Product, row: Row, table: Columns): void {
  const isVariant = ['cost', 'option', 'sku'].some((column) => table.cell(row, column));
  if (!isVariant || product.stock instanceof FieldError) return;
  const stock = readStock(row, table);
  if (typeof stock === 'number' && typeof product.stock === 'number') product.stock += stock;
  else if (stock instanceof FieldError || stock === null) product.stock = stock;
}

/** Reads the stock. Oversold stock is 0. The stock is not counted if Shopify continues to sell without stock. */
function readStock(row: Row, table: Columns): Stock {
  const units = table.cell(row, 'stock');
  const policy = table.cell(row, 'policy')?.toLowerCase();
  if (policy === 'continue' || policy === 'true') return null;
  if (units === undefined) return undefined;
  if (table.has('tracker') && table.cell(row, 'tracker') === undefined) return null;
  if (/^-?\d{1,15}$/.test(units)) return Math.max(0, Number(units));
  return new FieldError(`must be a whole number, not ${quote(units)}`);
}

function readBody(row: Row, table: Columns): string | undefined | FieldError {
  const body = table.cell(row, 'description');
  try {
    return body === undefined ? undefined : toPlainText(body);
  } catch (error) {
    if (error instanceof FieldError) return error;
    throw error;
  }
}

function readActive(row: Row, table: Columns): boolean | undefined | FieldError {
  const status = table.cell(row, 'active');
  const published = table.cell(row, 'published')?.toLowerCase();
  const isShown = status === undefined ? undefined : statuses.get(status.toLowerCase());
  if (status !== undefined && isShown === undefined) {
    return new FieldError(`must be active, draft, archived or unlisted, not ${quote(status)}`);
  }
  return published === 'false' ? false : (isShown ?? (published === 'true' ? true : undefined));
}

type ToCell = (product: ProductRow, origin: string) => string;

/** The cells of columns whose format in Shopify's CSV differs from the stored one. */
const cells: { readonly [Column in ProductColumn]?: ToCell } = {
  description: ({ description }) => toHtml(description),
  cost_cents: ({ cost_cents }) => (cost_cents / 100).toFixed(2),
  image: ({ image }, origin) => toAbsoluteUrl(image, origin),
  active: ({ active }) => (active === 1 ? 'active' : 'draft'),
};

/** The columns of an export. */
const exportedColumns: readonly (readonly [string, ToCell])[] = [
  ['Handle', ({ id }) => id],
  ...fieldColumns.flatMap(({ column, names: [name] }): (readonly [string, ToCell])[] => {
    // Shopify's product category accepts only its own taxonomy.
    if (column === 'categories') return [];
    return [[name, cells[column] ?? ((product) => String(product[column] ?? ''))]];
  }),
  ['Published', ({ active }) => (active === 1 ? 'TRUE' : 'FALSE')],
  ['Option1 Name', () => 'Title'],
  ['Option1 Value', () => 'Default Title'],
  ['Variant SKU', ({ id }) => id],
  ['Variant Inventory Tracker', ({ stock }) => (stock === null ? '' : 'shopify')],
  ['Variant Inventory Policy', () => 'deny'],
  ['Variant Fulfillment Service', () => 'manual'],
  ['Variant Requires Shipping', () => 'TRUE'],
  ['Variant Taxable', () => 'TRUE'],
  ['Image Position', () => '1'],
];
