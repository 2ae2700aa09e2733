/** The shop's own formats: its field names as columns, or as the names of JSON objects. */
import { isCurrencyName } from '../amounts.ts';
import { BYTE_ORDER_MARK, toCsvRow, toSpreadsheetRow } from '../files/cells.ts';
import { readHtml } from '../files/html.ts';
import { type JsonObject, readJsonArray, readJsonLines } from '../files/json.ts';
import type { Rows, Table } from '../files/table.ts';
import {
  type FeedEntry,
  type FeedField,
  type FeedShop,
  type FeedWriter,
  InvalidValue,
  MalformedFile,
  type UnreadableRecord,
} from '../records.ts';
import { Cells, Columns, foldHeading, type Readers, type Reading, toRecord } from './dialect.ts';
import { AVAILABILITY, readStock, words } from './stock.ts';
import { createTotals } from './totals.ts';

type Blocks = AsyncIterable<Uint8Array>;

export async function* readJson(blocks: Blocks, reading: Reading): AsyncGenerator<FeedEntry> {
  const toEntry = createObjectReader(reading);
  for await (const entry of readJsonArray(blocks)) yield toEntry(entry);
}

export async function* readLines(blocks: Blocks, reading: Reading): AsyncGenerator<FeedEntry> {
  const toEntry = createObjectReader(reading);
  for await (const entry of readJsonLines(blocks)) yield toEntry(entry);
}

const noNames: ReadonlyMap<string, string> = new Map();

function createObjectReader(reading: Reading) {
  const isUnread = createUnread(reading);
  return (entry: JsonObject | UnreadableRecord): FeedEntry => {
    if ('problem' in entry) return entry;
    const { line } = entry;
    const source = new Map([...entry.values].filter(([name]) => !reading.isIgnored(name)));
    const unread = [...source.keys()].filter(isUnread);
    return { line, source, values: source, names: noNames, unread };
  };
}

/** @returns whether a name means nothing in the shop's own formats */
function createUnread({ shop, mapping }: Reading): (name: string) => boolean {
  const known = new Set(shop.fields.flatMap(({ name, alias = name }) => [name, alias]));
  for (const theirs of mapping.values()) known.add(theirs);
  return (name) => !known.has(name) && !isCurrencyName(name);
}

/** The words of a column "Status" or "Visibility". */
const statuses = new Map([
  ...words(true, 'active, published, publish, visible, enabled, on sale, live'),
  ...words(false, 'inactive, draft, archived, hidden, disabled, unpublished, private, invisible'),
]);
/** What separates several categories in a cell. A comma may be a part of one. */
const CATEGORIES = /[\n;|]/;
const FURTHER_PICTURE =
  /^(image|picture|photo|img|bild|foto|imagen|immagine|imagem|afbeelding)( (url|link|src))? \d+( (url|link|src))?$/;
/** What only the column of types in WooCommerce's tables has. */
const WOO_TYPE = /^(variable|variation|simple, (virtual|downloadable).*)$/;
/** Columns with a list of variants, whose prices and stocks the row doesn't have. */
const VARIATIONS = /\b(variation|variant|option)s?\b.*\b(values?|description)\b/;

const readers: Readers = {
  name: (cells) => cells.html('name'),
  brand: (cells) => cells.html('brand'),
  description: (cells) => cells.html('description'),
  option: (cells) => cells.html('option'),
  category: (cells) => (isPath(cells.text('category')) ? undefined : readCategory(cells)),
  categories: (cells) =>
    cells.html('categories') ?? (isPath(cells.text('category')) ? readCategory(cells) : undefined),
  stock: readStock,
  active: (cells) => cells.truth('active', statuses, 'active or inactive, '),
};

function readCategory(cells: Cells) {
  const [first] = (cells.text('category') ?? '').split(CATEGORIES).filter((one) => one.trim());
  return readHtml(first?.trim());
}

function isPath(category: string | undefined): boolean {
  return category?.includes('>') ?? false;
}

/** A table of people's own, with usual headings. */
export async function* readOwnTable(
  header: readonly string[],
  rows: Rows,
  reading: Reading,
): AsyncGenerator<FeedEntry> {
  const { shop, mapping } = reading;
  const found = findHeadings(header, reading);
  // Problems don't name a column that is not trusted.
  const usual = new Map(
    shop.fields.map(({ name, alias = '' }) => [name, header.includes(name) ? alias : name]),
  );
  const further = header.filter((name) => FURTHER_PICTURE.test(foldHeading(name)));
  const isFurther = (name: string) => further.includes(name);
  const columns = new Columns(header, found, { usual, others: isFurther, mapping });
  const lists = columns.unread.filter((name) => VARIATIONS.test(foldHeading(name)));
  const isTotal = createTotals();
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    if (columns.unread.some((name) => WOO_TYPE.test(row.cells.get(name) ?? ''))) {
      const problem =
        'is of a table like WooCommerce’s in a language that is not read: export it again with WooCommerce in English, or --ignore its column of types';
      throw new MalformedFile(row.line, problem);
    }
    const cells = new Cells(columns, row, shop);
    const images = [columns.name('image'), ...further].flatMap((name) => row.cells.get(name) ?? []);
    if (isTotal(cells)) {
      yield { line: row.line, leftOut: 'total' };
      continue;
    }
    const list = lists.find((name) => /[,;|\n]/.test(row.cells.get(name) ?? ''));
    const own = {
      image: images.length > 1 ? images : images[0],
      ...(list !== undefined && { option: severalVariants(list) }),
    };
    const record = toRecord(shop.fields, readers, {
      cells,
      line: row.line,
      source: row.cells,
      own,
    });
    yield { ...record, isMapped: true, isIncomplete: true };
  }
}

function severalVariants(column: string): InvalidValue {
  const problem =
    'has several variants, which are not read: give each a row of its own with group and option, or leave the column out with --ignore';
  return new InvalidValue(problem, column, { isOfColumn: true });
}

/** The columns of the shop's own export, and perhaps further ones. */
export async function* readExportedTable(
  header: readonly string[],
  rows: Rows,
  reading: Reading,
): AsyncGenerator<FeedEntry> {
  const unread = header.filter(createUnread(reading));
  for await (const row of rows) {
    if ('problem' in row) yield row;
    else yield { line: row.line, values: row.cells, source: row.cells, names: noNames, unread };
  }
}

/**
 * A foreign table may have other things by the names of the shop's fields (`cost` is what the merchant pays), so these count
 * only in a table of the shop's names.
 * @returns the columns of the fields, first those that the mapping names
 * @throws MalformedFile if two columns have the heading of a field, or one that may mean two things
 */
function findHeadings(
  header: readonly string[],
  { shop: { fields }, mapping }: Reading,
): Map<string, string> {
  const folded = Map.groupBy(header, foldHeading);
  const isOwn = header.includes('_id') || header.every((one) => fields.some(isNamed(one)));
  const found = new Map<string, string>();
  for (const { name, alias, headings = [[name]], doubtful = [] } of fields) {
    const mapped = mapping.get(name);
    if (mapped !== undefined) {
      found.set(name, mapped);
      continue;
    }
    const [first = [], ...others] = headings;
    const tiers = [isOwn ? [name, alias ?? name, ...first] : first, ...others];
    const columns = tiers.map((tier) =>
      [...new Set(tier.map(foldHeading))].flatMap((one) => folded.get(one) ?? []),
    );
    const [column, other] = columns.find((some) => some.length > 0) ?? [];
    // The last headings of stock have words.
    const [status] = name === 'stock' ? (columns.at(-1) ?? []) : [];
    const isBeside = status !== undefined && status !== column;
    if (isBeside && ![...mapping.values()].includes(status)) found.set(AVAILABILITY, status);
    if (other !== undefined) {
      const problem = `has two columns for ${name}, ${column} and ${other}: leave one out with --ignore`;
      throw new MalformedFile(1, problem);
    }
    const doubt = doubtful.flatMap((one) => folded.get(one) ?? [])[0];
    if (column !== undefined) found.set(name, column);
    else if (doubt !== undefined) {
      const problem = `has a column ${doubt}, which may mean ${name} or something else: --map '${doubt}=${name}' reads it, --ignore '${doubt}' leaves it out`;
      throw new MalformedFile(1, problem);
    }
  }
  return found;
}

function isNamed(column: string) {
  return ({ name, alias }: FeedField) => column === name || column === alias;
}

function exportedNames(fields: readonly FeedField[]): string[] {
  return fields.flatMap(({ name, isOnlyRead }) => (isOnlyRead ? [] : [name]));
}

/** Has the columns of the first exports. Later ones follow them, and operators add columns of their own. */
export function isExportedTable({ names: header }: Table, { fields }: FeedShop): boolean {
  const names = exportedNames(fields);
  const first = names.slice(0, names.indexOf('active') + 1);
  return first.length > 0 && first.every((name, index) => header[index] === name);
}

export const json: FeedWriter = {
  header: '[\n',
  write: (products) => products.map(({ fields }) => JSON.stringify(fields)),
  separator: ',\n',
  footer: '\n]\n',
};

export const jsonLines: FeedWriter = {
  write: (products) => products.map(({ fields }) => `${JSON.stringify(fields)}\n`),
};

export function createCsvWriter({ fields }: FeedShop): FeedWriter {
  const names = exportedNames(fields);
  return {
    header: BYTE_ORDER_MARK + toCsvRow(names),
    write: (products) =>
      products.map(({ fields }) =>
        toSpreadsheetRow(names.map((name) => toCell(name, fields[name]))),
      ),
  };
}

function toCell(name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.join(name === 'categories' ? ' > ' : ' ') : value;
}
