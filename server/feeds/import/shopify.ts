/**
 * Shopify's product CSV, with the names of columns of both its generations. A product is a row and
 * those below it with the same handle: its other variants, and further pictures.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import { toPlainText } from './html.ts';
import type { Line } from './lines.ts';
import { FieldRefusal, quote } from './problems.ts';
import type { Entry, FileRecord, RecordEntry } from './records.ts';
import { openTable } from './table.ts';

/** Where a column may be found: the older name first, which also stands for a column that is missing. */
const columnNames = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  category: ['Product Category'],
  type: ['Type'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  sku: ['Variant SKU', 'SKU'],
  option: ['Option1 Value'],
  price: ['Variant Price', 'Price'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  image: ['Image Src', 'Product image URL'],
} as const;

type Columns = Record<keyof typeof columnNames, string>;

/** Whether each state of Shopify's is for shoppers to see in lists. */
const states: Readonly<Record<string, boolean>> = {
  active: true,
  draft: false,
  archived: false,
  unlisted: false,
};

interface Product {
  line: number;
  handle: string | undefined;
  first: FileRecord;
  /** Units of all variants so far; null: never sold out; undefined: nobody says. */
  stock: number | null | undefined | FieldRefusal;
}

export function isShopifyHeader(header: readonly string[]): boolean {
  const has = (role: keyof Columns): boolean => findColumn(header, role) !== undefined;
  return has('handle') && has('title') && (has('price') || has('vendor'));
}

/** @throws MalformedInput */
export async function* readShopify(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  const { header, entries } = await openTable(pieces, ',');
  yield* readProducts(header, entries);
}

/** @param rows a row each, which a row of no use among a product's doesn't end */
export async function* readProducts(
  header: readonly string[],
  rows: AsyncIterable<Entry>,
): AsyncGenerator<Entry> {
  const columns = findColumns(header);
  const names = namesOf(columns);
  let product: Product | undefined;
  for await (const row of rows) {
    if (!('record' in row)) {
      yield row;
      continue;
    }
    const { line, record } = row;
    const handle = cell(record, columns.handle);
    if (product !== undefined && handle !== undefined && handle === product.handle) {
      addVariant(product, record, columns);
      continue;
    }
    if (product !== undefined) yield toEntry(product, columns, names);
    product = { line, handle, first: record, stock: stockOf(record, columns) };
  }
  if (product !== undefined) yield toEntry(product, columns, names);
}

/** The price, the picture and all texts are the first row's, as Shopify shows them first. */
function toEntry(
  { line, handle, first, stock }: Product,
  columns: Columns,
  names: Record<string, string>,
): RecordEntry {
  const body = cell(first, columns.body);
  const record = {
    _id: handle,
    name: cell(first, columns.title),
    category: cell(first, columns.type),
    categories: cell(first, columns.category),
    brand: cell(first, columns.vendor),
    description: body && toPlainText(body),
    cost: cell(first, columns.price),
    image: cell(first, columns.image),
    stock,
    active: activityOf(first, columns),
  };
  return { line, record, names, raw: first };
}

/** Further pictures have rows, too, which are no variants. */
function addVariant(product: Product, row: FileRecord, columns: Columns): void {
  const isVariant = [columns.price, columns.option, columns.sku].some((name) => cell(row, name));
  if (!isVariant || product.stock instanceof FieldRefusal) return;
  const stock = stockOf(row, columns);
  if (typeof stock === 'number' && typeof product.stock === 'number') product.stock += stock;
  else if (stock instanceof FieldRefusal) product.stock = stock;
  else if (stock === null) product.stock = null;
}

/** What was sold short is not there; what is sold on without stock is never sold out. */
function stockOf(row: FileRecord, columns: Columns): Product['stock'] {
  const units = cell(row, columns.quantity);
  const policy = cell(row, columns.policy)?.toLowerCase();
  if (policy === 'continue' || policy === 'true') return null;
  if (cell(row, columns.tracker) === undefined) return units === undefined ? undefined : null;
  if (units === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(units))
    return new FieldRefusal(`must be a whole number, not ${quote(units)}`);
  return Math.max(0, Number(units));
}

function activityOf(row: FileRecord, columns: Columns): boolean | FieldRefusal | undefined {
  const status = cell(row, columns.status)?.toLowerCase();
  const published = cell(row, columns.published)?.toLowerCase();
  const isShown = status === undefined ? undefined : states[status];
  if (status !== undefined && isShown === undefined) {
    return new FieldRefusal(`must be active, draft, archived or unlisted, not ${quote(status)}`);
  }
  return published === 'false' ? false : (isShown ?? (published === 'true' ? true : undefined));
}

function cell(row: FileRecord, name: string): string | undefined {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

function findColumns(header: readonly string[]): Columns {
  const roles = Object.keys(columnNames) as (keyof Columns)[];
  return Object.fromEntries(
    roles.map((role) => [role, findColumn(header, role) ?? columnNames[role][0]]),
  ) as Columns;
}

function findColumn(header: readonly string[], role: keyof Columns): string | undefined {
  const names = columnNames[role].map((name) => name.toLowerCase());
  return header.find((name) => names.includes(name.toLowerCase()));
}

function namesOf(columns: Columns): Record<string, string> {
  return {
    _id: columns.handle,
    name: columns.title,
    category: columns.type,
    categories: columns.category,
    brand: columns.vendor,
    description: columns.body,
    cost: columns.price,
    image: columns.image,
    stock: columns.quantity,
    active: columns.status,
  };
}
