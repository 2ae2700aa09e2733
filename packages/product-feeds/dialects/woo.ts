/**
 * Reads WooCommerce's product CSV: https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
import { readNumber } from '../amounts.ts';
import { readHtml } from '../files/html.ts';
import type { Row, Rows } from '../files/table.ts';
import { type FeedEntry, type FeedField, InvalidValue, MalformedFile } from '../records.ts';
import { listNames, quote } from '../values.ts';
import {
  allOf,
  Cells,
  Columns,
  type Dialect,
  type Reading,
  readPrice,
  toRecord,
} from './dialect.ts';
import { toEnglish } from './woo-names.ts';

const types = ['simple', 'variable', 'variation', 'grouped', 'external'] as const;
type Type = (typeof types)[number];
/** Words that stand beside a type. */
const additions: ReadonlySet<string> = new Set(['virtual', 'downloadable']);
/** The characters of the rows that are kept in memory, and what a cell needs beside its own. */
const KEPT_MAX_LENGTH = 64 * 1024 * 1024;
const CELL_LENGTH = 48;

/** 0 is private, -1 a draft. */
const statuses = new Map([
  ['1', true],
  ['0', false],
  ['-1', false],
]);
const visibilities = new Map([
  ['visible', true],
  ['catalog', true],
  ['search', true],
  ['hidden', false],
]);
/** Whether a product is sold on without stock. */
const backorders = new Map([['notify', true]]);
const stockWords = new Map([
  ['0', 'none'],
  ['outofstock', 'none'],
  ['1', 'some'],
  ['instock', 'some'],
  ['backorder', 'backorder'],
  ['onbackorder', 'backorder'],
]);

const woo: Dialect = {
  program: 'woo',
  columns: {
    type: ['Type'],
    id: ['ID'],
    visibility: ['Visibility in catalog', 'Catalog visibility'],
    'short description': ['Short description'],
    'sale starts': ['Date sale price starts'],
    'sale ends': ['Date sale price ends'],
    'in stock': ['In stock?'],
    backorders: ['Backorders allowed?', 'Backorders'],
    'sale price': ['Sale price'],
  },
  others:
    /^(is featured\?|manage stock|tax (status|class)|low stock amount|sold individually\?|(weight|length|width|height)( \(.+\))?|allow customer reviews\?|purchase note|tags|shipping class|download.*|grouped products|upsells|cross-sells|external url|button text|position|gtin.*|attribute \d+ .*|meta: .*)$/,
  fold: toEnglish,
  readers: {
    _id: readId,
    name: (cells) => cells.html('name'),
    description: (cells) => readDescription(cells) ?? readDescription(cells.parent),
    brand: (cells) => readHtml(splitList(cells.text('brand') ?? '')[0]),
    category: (cells) => readCategories(cells).at(-1),
    categories(cells) {
      const path = readCategories(cells);
      return path.length > 1
        ? (path.find((one) => one instanceof InvalidValue) ?? path)
        : undefined;
    },
    cost: readPrice,
    image: readImages,
    stock: readStock,
    // A variation is on sale if its parent is, too.
    active: (cells) =>
      allOf(
        ...[cells, cells.parent].flatMap((one) => [
          one.truth('active', statuses, '-1, '),
          one.truth('visibility', visibilities, 'visible, catalog, search, hidden, '),
        ]),
      ),
  },
};
/** The columns that decide what is sold at which price. Every export has them. */
const DECIDING = ['active', 'visibility', 'cost'];
/** No table of another origin has these columns. */
const distinctive = [
  'in stock?',
  'backorders allowed?',
  'visibility in catalog',
  'is featured?',
  'sold individually?',
  'attribute 1 value(s)',
];
/** These are enough together. */
const usual = ['sku', 'published', 'regular price'];
const NAMED_MAX = 5;
const ATTRIBUTE = /^attribute (\d+) value\(s\)$/;
const ESCAPED_FORMULA = /^'(?='*[=+\-@])/;

export function isWooHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(toEnglish));
  const has = (name: string) => names.has(name);
  return has('type') && has('name') && (distinctive.some(has) || usual.every(has));
}

export function unescapeWoo(cell: string): string {
  return cell.replace(ESCAPED_FORMULA, '');
}

/**
 * Each variation is a product. It takes the texts and pictures that it lacks from its parent, the row of a variable
 * product, which may stand behind it.
 * @throws MalformedFile
 */
export async function* readWoo(
  header: readonly string[],
  rows: Rows,
  reading: Reading,
): AsyncGenerator<FeedEntry> {
  const reader = new Reader(header, reading);
  for await (const row of rows) {
    if ('problem' in row) yield row;
    else yield* reader.read(row);
  }
  yield* reader.orphans();
}

class Reader {
  readonly #reading: Reading;
  readonly #columns: Columns;
  readonly #fields: readonly FeedField[];
  /** The columns with the values of attributes, in the order of their numbers. */
  readonly #attributes: readonly string[];
  /** The keys are the SKU, and `id:` with the ID: variations name their parent by either. */
  readonly #parents = new Map<string, Row>();
  /** The variations whose parent has not been read yet, by its name. */
  readonly #waiting = new Map<string, Row[]>();
  #length = 0;

  constructor(header: readonly string[], reading: Reading) {
    this.#reading = reading;
    this.#columns = Columns.of(header, woo, reading);
    this.#fields = reading.shop.fields.filter(({ name, woo: names }) => names || name === 'option');
    this.#attributes = findAttributes(header);
    refuseUnknown(this.#columns, reading);
  }

  *read(row: Row): Generator<FeedEntry> {
    const cells = this.#cellsOf(row);
    const cell = cells.own('type');
    const type = readType(cell);
    switch (type) {
      case 'simple':
        yield this.#toRecord(row, cells, { group: undefined, option: undefined });
        break;
      case 'variable':
        yield* this.#addParent(row, cells);
        break;
      case 'variation': {
        const name = cells.own('group')?.replace(/^id:\s*/i, 'id:') ?? '';
        const parent = this.#parents.get(name);
        if (parent === undefined) this.#wait(row, name);
        else yield this.#variation(row, parent);
        break;
      }
      case 'grouped':
      case 'external':
        // A grouped product only shows others together; an external one is sold by somebody else.
        yield { line: row.line, leftOut: type };
        break;
      default: {
        const rule = `${this.#columns.name('type')} must be one of ${types.join(', ')}`;
        yield { line: row.line, problem: `${rule}, not ${quote(cell)}` };
      }
    }
  }

  /**
   * The variations whose parent the file doesn't have, in the order of the file. Only an update does without it, since it
   * changes no texts.
   */
  orphans(): FeedEntry[] {
    const rows = [...this.#waiting.values()].flat().sort((one, other) => one.line - other.line);
    return rows.map((row) => {
      const cells = this.#cellsOf(row);
      const parent = cells.own('group');
      const problem =
        parent === undefined
          ? 'must name the variable product of this variation'
          : `names ${quote(parent)}, which is no variable product of the file: export these, too`;
      return this.#toRecord(row, cells, { group: new InvalidValue(problem), option: undefined });
    });
  }

  #variation(row: Row, parent: Row): FeedEntry {
    const cells = this.#cellsOf(row, parent);
    const { shop } = this.#reading;
    // The values of the attributes in which the variations differ.
    const values = this.#attributes.flatMap((column) => row.cells.get(column)?.trim() ?? []);
    const option = readHtml(shop.joinOptions(values.map(unescapeCommas)));
    const title = cells.parent.html('name');
    const isNamed = typeof title === 'string' && typeof option === 'string' && option !== '';
    const name = isNamed ? shop.nameVariant(title, option) : cells.html('name');
    const [attribute] = this.#attributes;
    if (attribute !== undefined) cells.names.set('option', attribute);
    const group = cells.parent.own('_id') ?? cells.parent.own('id');
    return this.#toRecord(row, cells, { group, option, name }, parent);
  }

  #toRecord(row: Row, cells: Cells, own: Readonly<Record<string, unknown>>, parent = row) {
    const { line } = row;
    const source = new Map([...parent.cells, ...row.cells]);
    return toRecord(this.#fields, woo.readers, { cells, line, source, own });
  }

  #cellsOf(row: Row, parent?: Row): Cells {
    return new Cells(this.#columns, row, this.#reading.shop, parent);
  }

  *#addParent(parent: Row, cells: Cells): Generator<FeedEntry> {
    this.#keep(parent);
    const [sku, id] = [cells.own('_id'), cells.own('id')];
    for (const name of [sku, id && `id:${id}`]) {
      if (name === undefined) continue;
      this.#parents.set(name, parent);
      for (const row of this.#waiting.get(name) ?? []) yield this.#variation(row, parent);
      this.#waiting.delete(name);
    }
  }

  #wait(variation: Row, name: string): void {
    this.#keep(variation);
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) this.#waiting.set(name, [variation]);
    else waiting.push(variation);
  }

  #keep({ line, cells }: Row): void {
    for (const cell of cells.values()) this.#length += CELL_LENGTH + cell.length;
    if (this.#length <= KEPT_MAX_LENGTH) return;
    throw new MalformedFile(line, 'has too many variable products for one file: split it');
  }
}

/** @returns undefined if the type is unknown */
function readType(cell = 'simple'): Type | undefined {
  const words = cell.split(',').map((word) => word.trim().toLowerCase());
  const [word = 'simple', ...others] = words.filter((one) => !additions.has(one));
  return others.length > 0 ? undefined : types.find((type) => type === word);
}

function findAttributes(header: readonly string[]): string[] {
  const numberOf = (column: string) => Number(ATTRIBUTE.exec(toEnglish(column))?.[1]);
  return header
    .filter((column) => !Number.isNaN(numberOf(column)))
    .sort((one, other) => numberOf(one) - numberOf(other));
}

/**
 * @throws MalformedFile if a column that decides what is sold is missing, because it may have one of the unknown names
 */
function refuseUnknown(columns: Columns, { mapping }: Reading): void {
  const { unread } = columns;
  const missing = DECIDING.filter((one) => !columns.has(one) && !mapping.has(one));
  if (missing.length === 0 || unread.length === 0) return;
  const named = missing.map((one) => columns.name(one)).join(', ');
  const unknown = listNames(unread, NAMED_MAX);
  throw new MalformedFile(
    1,
    `lacks ${named}, and has names that are not understood (${unknown}): leave them out with --ignore, name them with --map THEIRS=OURS, or export again with WooCommerce in English`,
  );
}

function readId(cells: Cells): string | undefined {
  const [sku, id] = [cells.own('_id'), cells.own('id')];
  if (sku === undefined && id !== undefined) cells.names.set('_id', cells.columns.name('id'));
  return sku ?? id;
}

/** A line break is written as a backslash and an n. */
function readDescription(cells: Cells): string | undefined | InvalidValue {
  const text = cells.own('description') ?? cells.own('short description');
  const unescaped = text?.replace(/(?<!\\)\\+n/g, (one) => (one === '\\n' ? '\n' : one.slice(1)));
  return readHtml(unescaped);
}

/** Reads the longest of several paths of categories, the first of those. */
function readCategories(cells: Cells): (string | InvalidValue)[] {
  const paths = splitList(cells.text('categories') ?? '').map((path) =>
    path.split('>').flatMap((name) => readHtml(name.trim()) || []),
  );
  return paths.sort((one, other) => other.length - one.length)[0] ?? [];
}

/** Commas separate pictures, and stand in addresses as well. */
function readImages(cells: Cells): string[] | undefined {
  return cells
    .text('image')
    ?.split(/(?<!\\),\s*(?=https?:\/\/|\/)/i)
    .map(unescapeCommas);
}

function splitList(text: string): string[] {
  const values = text.split(/(?<!\\),/).map((value) => unescapeCommas(value.trim()));
  return values.filter((value) => value !== '');
}

/** Looking back keeps the time for long runs of backslashes proportional to their length. */
function unescapeCommas(value: string): string {
  return value.replace(/(?<!\\)(\\+),/g, (escaped) => escaped.slice(1));
}

/**
 * Units; null if the stock is not counted; undefined if the table has no stock. The stock of a variation may be that of its
 * parent, which all of them share.
 */
function readStock(cells: Cells): number | null | undefined | InvalidValue {
  if (cells.own('stock')?.toLowerCase() !== 'parent') return readOwnStock(cells);
  const shared = readOwnStock(cells.parent);
  if (typeof shared !== 'number' || shared === 0) return shared;
  return new InvalidValue(
    `must be the variation's own number: ${shared} are shared by all of them`,
  );
}

function readOwnStock(cells: Cells): number | null | undefined | InvalidValue {
  const isSoldOn = cells.truth('backorders', backorders, 'notify, ');
  if (isSoldOn instanceof InvalidValue) return isSoldOn;
  const inStock = cells.word('in stock', stockWords, '1, 0 or backorder');
  if (inStock instanceof InvalidValue) return inStock;
  const text = cells.own('stock');
  const units = text && readNumber(text.replace(/^-(?=\d)/, ''));
  if (units instanceof InvalidValue) return units;
  if (inStock === 'none' && !isSoldOn) return 0;
  if (text !== undefined && typeof units !== 'number') {
    return new InvalidValue(`must be a number, not ${quote(text)}`);
  }
  if (isSoldOn || inStock === 'backorder') return null;
  if (typeof units === 'number') return text?.startsWith('-') ? 0 : Math.floor(units);
  // Without a number, WooCommerce doesn't count.
  return inStock === 'some' && cells.columns.has('stock') ? null : undefined;
}
