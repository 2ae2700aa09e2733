/** Reads price, stock and activity from WooCommerce's table. */
import type { Row } from '../files/table.ts';
import { InvalidValue } from '../records.ts';
import { type Amount, ambiguityOf, BOOLEAN_WORDS, booleans, lowerOf, quote } from '../values.ts';
import { allOf, type Columns, readWord } from './columns.ts';
import { readAmount } from './woo-columns.ts';

/** Units; null if the stock is not counted; undefined if the table has no stock. */
type Stock = number | null | undefined | InvalidValue;

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

export function readCost(row: Row, columns: Columns, hasDecimalComma: boolean) {
  const read = (column: string): Amount | undefined => {
    const cell = columns.cell(row, column);
    const name = columns.name(column);
    return cell === undefined ? undefined : { name, value: readAmount(cell, hasDecimalComma) };
  };
  const hasDates = ['sale starts', 'sale ends'].some((name) => columns.cell(row, name));
  return lowerOf(read('cost'), read('sale price'), { hasDates });
}

/** The stock of a variation may be that of its parent, which all of them share. */
export function readStock(row: Row, parent: Row, columns: Columns): Stock {
  if (columns.cell(row, 'stock')?.toLowerCase() !== 'parent') return readOwnStock(row, columns);
  const shared = readOwnStock(parent, columns);
  if (typeof shared !== 'number' || shared === 0) return shared;
  return new InvalidValue(
    `must be the variation's own number: ${shared} are shared by all of them`,
  );
}

function readOwnStock(row: Row, columns: Columns): Stock {
  const isSoldOn = readFlag(row, columns, 'backorders', backorders);
  if (isSoldOn instanceof InvalidValue) return isSoldOn;
  const inStock = readWord(columns, row, 'in stock', stockWords, '1, 0 or backorder');
  if (inStock instanceof InvalidValue) return inStock;
  const units = columns.cell(row, 'stock');
  const ambiguity = units && ambiguityOf(units);
  if (ambiguity) return new InvalidValue(ambiguity);
  if (inStock === 'none' && !isSoldOn) return 0;
  if (units !== undefined && !/^-?\d{1,15}(\.\d+)?$/.test(units)) {
    return new InvalidValue(`must be a number, not ${quote(units)}`);
  }
  if (isSoldOn || inStock === 'backorder') return null;
  if (units !== undefined) return Math.max(0, Math.floor(Number(units)));
  // Without a number, WooCommerce doesn't count.
  return inStock === 'some' && columns.has('stock') ? null : undefined;
}

/** A variation is on sale if its parent is, too. */
export function readActive(row: Row, parent: Row, columns: Columns) {
  return allOf(
    ...[row, parent].flatMap((one) => [
      readFlag(one, columns, 'active', statuses),
      readFlag(one, columns, 'visibility', visibilities),
    ]),
  );
}

/** @param words those that mean yes or no beside the usual ones */
function readFlag(
  row: Row,
  columns: Columns,
  column: string,
  words: ReadonlyMap<string, boolean>,
): boolean | undefined | InvalidValue {
  const rule = `one of ${[...words.keys(), BOOLEAN_WORDS].join(', ')}`;
  return readWord(columns, row, column, new Map([...booleans, ...words]), rule);
}
