/** Reads price, stock and activity from WooCommerce's table. */
import { quote } from '../../../platform/quote.ts';
import { ambiguityOf } from '../../../shop/catalogue/fields/damaged-values.ts';
import { BOOLEAN_WORDS, FieldError, parseBoolean } from '../../../shop/catalogue/fields/parsers.ts';
import type { Columns } from './columns.ts';
import type { Row } from './table.ts';
import { readAmount } from './woo-cells.ts';

/** Units; null if the stock is not counted; undefined if the table has no stock. */
type Stock = number | null | undefined | FieldError;

/** 0 is private, -1 a draft. */
const statuses: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['-1', false],
]);
const visibilities: ReadonlyMap<string, boolean> = new Map([
  ['visible', true],
  ['catalog', true],
  ['search', true],
  ['hidden', false],
]);
/** Whether a product is sold on without stock. */
const backorderWords: ReadonlyMap<string, boolean> = new Map([['notify', true]]);
const stockWords: ReadonlyMap<string, 'none' | 'some' | 'backorder'> = new Map([
  ['0', 'none'],
  ['outofstock', 'none'],
  ['1', 'some'],
  ['instock', 'some'],
  ['backorder', 'backorder'],
  ['onbackorder', 'backorder'],
]);

/**
 * A sale that begins or ends is ignored, since the shop can't end one. A sale price of 0, or above the price, is none; of a
 * price that can't be read, nobody knows that.
 */
export function readCost(
  row: Row,
  columns: Columns,
  { hasDecimalComma = false }: { hasDecimalComma?: boolean },
): { name: string; value: string | FieldError } | undefined {
  const [price, sale] = [read('cost'), read('sale price')];
  const hasDates = ['sale starts', 'sale ends'].some((name) => columns.cell(row, name));
  if (sale === undefined || hasDates) return price;
  if (price !== undefined && Number.isNaN(Number(price.value))) return price;
  const isNone = Number(sale.value) === 0 || Number(sale.value) >= Number(price?.value);
  return isNone ? price : sale;

  function read(column: string) {
    const cell = columns.cell(row, column);
    if (cell === undefined) return undefined;
    return { name: columns.name(column), value: readAmount(cell, hasDecimalComma) };
  }
}

/** The stock of a variation may be that of its parent, which all of them share. */
export function readStock(row: Row, parent: Row, columns: Columns): Stock {
  if (columns.cell(row, 'stock')?.toLowerCase() !== 'parent') return readOwnStock(row, columns);
  const shared = readOwnStock(parent, columns);
  if (typeof shared !== 'number' || shared === 0) return shared;
  return new FieldError(`must be the variation's own number: ${shared} are shared by all of them`);
}

function readOwnStock(row: Row, columns: Columns): Stock {
  const backorders = readWord(row, columns, 'backorders', backorderWords);
  if (backorders instanceof FieldError) return backorders;
  const word = columns.cell(row, 'in stock');
  const inStock = word === undefined ? undefined : stockWords.get(word.toLowerCase());
  if (word !== undefined && inStock === undefined) {
    return new FieldError(
      `must be 1, 0 or backorder, not ${quote(word)}`,
      columns.name('in stock'),
    );
  }
  const units = columns.cell(row, 'stock');
  const ambiguity = units && ambiguityOf(units);
  if (ambiguity) return new FieldError(ambiguity);
  if (inStock === 'none' && !backorders) return 0;
  if (units !== undefined && !/^-?\d{1,15}(\.\d+)?$/.test(units)) {
    return new FieldError(`must be a number, not ${quote(units)}`);
  }
  if (backorders || inStock === 'backorder') return null;
  if (units !== undefined) return Math.max(0, Math.floor(Number(units)));
  // Without a number, WooCommerce doesn't count.
  return inStock === 'some' && columns.has('stock') ? null : undefined;
}

/** A variation is on sale if its parent is, too. */
export function readActive(
  row: Row,
  parent: Row,
  columns: Columns,
): boolean | undefined | FieldError {
  const words = [row, parent].flatMap((one) => [
    readWord(one, columns, 'published', statuses),
    readWord(one, columns, 'visibility', visibilities),
  ]);
  const problem = words.find((word) => word instanceof FieldError);
  if (problem !== undefined) return problem;
  if (words.includes(false)) return false;
  return words.includes(true) ? true : undefined;
}

/** @param words those that mean yes or no beside the usual ones */
function readWord(
  row: Row,
  columns: Columns,
  column: string,
  words: ReadonlyMap<string, boolean>,
): boolean | undefined | FieldError {
  const word = columns.cell(row, column);
  if (word === undefined) return undefined;
  const meaning = words.get(word.toLowerCase()) ?? parseBoolean(word);
  if (meaning !== undefined) return meaning;
  const known = [...words.keys(), BOOLEAN_WORDS].join(', ');
  return new FieldError(`must be one of ${known}, not ${quote(word)}`, columns.name(column));
}
