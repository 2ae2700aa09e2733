/**
 * Reads Shopify's product CSV, with the column names of all its generations.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import { quote } from '../../../platform/quote.ts';
import { BOOLEAN_WORDS, FieldError, parseBoolean } from '../../../shop/catalogue/parsers.ts';
import {
  fieldNames,
  productColumns,
  productFields,
} from '../../../shop/catalogue/product-fields.ts';
import type { FeedEntry, FeedRecord } from './format.ts';
import { readHtml } from './html.ts';
import { openTable, type Row, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';

/** The fields for which Shopify has a column. */
export const fieldColumns = productColumns.flatMap((column) => {
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
  ['position', ['Image Position']],
]);

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
  /** The row whose price and texts are the product's. */
  firstRow: Row;
  handle: string | undefined;
  /** The stock of all variants so far. */
  stock: Stock;
  picture: Picture | undefined;
}

interface Picture {
  image: string;
  position: number;
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
  const table = new Columns(header);
  const names = new Map(fieldNames.map((field) => [field, table.name(field)]));
  const shared = { names, columns: new Set(header), hasDecimalComma };
  let product: Product | undefined;
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    const handle = table.cell(row, '_id');
    if (product !== undefined && handle !== undefined && handle === product.handle) {
      addVariant(product, row, table);
      product.picture = firstOf(product.picture, readPicture(row, table));
      continue;
    }
    if (product !== undefined) yield { ...shared, ...toRecord(product, table) };
    const [stock, picture] = [readStock(row, table), readPicture(row, table)];
    product = { firstRow: row, handle, stock, picture };
  }
  if (product !== undefined) yield { ...shared, ...toRecord(product, table) };
}

function toRecord({ firstRow, stock, picture }: Product, table: Columns): FeedRecord {
  const { line, cells } = firstRow;
  const values = new Map<string, unknown>();
  for (const field of ['_id', ...fieldColumns.map(({ name }) => name)]) {
    const value = readField(field);
    if (value !== undefined) values.set(field, value);
  }
  return { line, values, source: cells };

  function readField(field: string): unknown {
    if (field === 'stock') return stock;
    if (field === 'image') return picture?.image;
    if (field === 'active') return readActive(firstRow, table);
    const value = table.cell(firstRow, field);
    if (field === 'description') return readHtml(value);
    // A number in a taxonomy means nothing to shoppers.
    return field === 'categories' && value && /^\d+$/.test(value) ? undefined : value;
  }
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

/** The picture of a row; without a position it follows those with one. */
function readPicture(row: Row, table: Columns): Picture | undefined {
  const image = table.cell(row, 'image');
  const position = table.cell(row, 'position') ?? '';
  if (image === undefined) return undefined;
  return { image, position: /^\d+$/.test(position) ? Number(position) : Infinity };
}

function firstOf(one: Picture | undefined, other: Picture | undefined): Picture | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.position < one.position ? other : one;
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
