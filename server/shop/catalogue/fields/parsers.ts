/**
 * Parses one value of a product each. Numbers may be text, as in tables. All throw an InvalidValue for a value that can't
 * be used.
 */
import {
  CATEGORY_MAX_LENGTH,
  COST_MAX_CENTS,
  COST_MIN_CENTS,
  IMAGE_URL_MAX_LENGTH,
  POPULARITY_MAX,
  PRODUCT_ID_MAX_LENGTH,
  PRODUCT_NAME_MAX_LENGTH,
  RATING_MAX,
  STOCK_MAX,
  TAX_KEY_PATTERN,
  TAX_KEY_RULE,
} from '../../../../contract/limits.ts';
import { CURRENCY, formatCents } from '../../../../contract/money.ts';
import { paths } from '../../../../contract/paths.ts';
import { countCharacters, isBlank } from '../../../../contract/text.ts';
import {
  BOOLEAN_WORDS,
  InvalidValue,
  parseBoolean,
  readAmount,
  readNumber,
} from '../../../../packages/product-feeds/index.ts';
import { quote } from '../../../platform/quote.ts';
import { isProductId, isReservedProductId } from '../rules.ts';
import { fromWindows1252, shorteningOf, spreadsheetErrorOf } from './damaged-values.ts';
import { withoutFormat } from './invisible.ts';
import { joinAddresses, splitAddresses } from './picture-addresses.ts';

/** @param field with the id of a product, or of a group */
export function otherColumn(field: '_id' | 'group'): string {
  return `--map COLUMN=${field} takes the id from another column`;
}

/** Separates categories, broad to narrow, in one text. */
export const CATEGORY_SEPARATOR = ' > ';
/** Most texts: they need no clean-up, which is slow. */
const CLEAN_ASCII = /^[!-~]+(?: [!-~]+)*$/;
const TAX_KEY = new RegExp(TAX_KEY_PATTERN);
const SIGNED = /^[+-]?\d{1,15}$/;
/** What adding up in floating point leaves behind an amount: `1.1400000000000001`. */
const FLOAT_NOISE = 1e-9;
/** Stands for the shop's origin. A path that leads to another one (`//host/x`) is refused. */
const OWN_ORIGIN = 'http://shop.invalid';

export function parseId(value: unknown, field: '_id' | 'group' = '_id'): string {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  const id = typeof text === 'string' ? text.trim().normalize('NFC') : '';
  refuseIf(spreadsheetErrorOf(id) ?? shorteningOf(id));
  if (!isProductId(id)) {
    const rule = `must be 1 to ${PRODUCT_ID_MAX_LENGTH} characters without / and control characters`;
    return refuse(`${rule} (${otherColumn(field)})`, value);
  }
  if (!isReservedProductId(id)) return id;
  const address = `${paths.products}/${id}`;
  throw new InvalidValue(
    `must not be "${id}": ${address} is another address (${otherColumn(field)})`,
  );
}

/** @returns the parser of a text on one line, which may be empty */
export function lineOf(maxLength: number): (value: unknown) => string {
  return (value) => (value === '' ? '' : parseLine(value, maxLength));
}

export function parseName(value: unknown): string {
  return parseLine(value, PRODUCT_NAME_MAX_LENGTH);
}

/** @returns categories, broad to narrow, as one text */
export function parseCategories(value: unknown): string {
  const path = splitPath(value);
  return path.map((category) => parseLine(category, CATEGORY_MAX_LENGTH)).join(CATEGORY_SEPARATOR);
}

/** @param categories as parseCategories returns them */
export function narrowestOf(categories: string): string {
  return categories.split(CATEGORY_SEPARATOR).at(-1) ?? '';
}

/** A list in JSON, one text in tables. */
function splitPath(value: unknown): readonly unknown[] {
  const path = typeof value === 'string' ? splitText(value) : value;
  if (Array.isArray(path) && path.length > 0) return path;
  return refuse('must be a list of categories, broad to narrow', value);
}

/** Also `Home>Lamps` and `> Lamps`. */
function splitText(path: string): readonly string[] {
  if (path.trim() === '') return [];
  const text = path.trim().replace(/^[\s>]+/, '');
  const whole = text.endsWith(' >') ? text.slice(0, -' >'.length) : text;
  if (whole.includes(CATEGORY_SEPARATOR)) return whole.split(CATEGORY_SEPARATOR);
  return (whole.endsWith('>') ? whole.slice(0, -1) : whole).split('>');
}

export function parsePopularity(value: unknown): number {
  const count = parseNumber(value);
  if (count !== undefined && Number.isInteger(count) && count <= POPULARITY_MAX) return count;
  return refuse(`must be a whole number from 0 to ${POPULARITY_MAX}`, value);
}

/** @returns cents */
export function parseCost(value: unknown): number {
  const cents = centsOf(parseNumber(value, (text) => readAmount(text, CURRENCY)));
  if (cents === undefined) {
    return refuse('must be an amount in dollars with at most two decimals', value);
  }
  if (cents < COST_MIN_CENTS || cents > COST_MAX_CENTS) {
    return refuse(
      `must be from ${formatCents(COST_MIN_CENTS)} to ${formatCents(COST_MAX_CENTS)}`,
      value,
    );
  }
  return cents;
}

/** @returns half stars, rounded to the nearest */
export function parseRating(value: unknown): number {
  const stars = parseNumber(value);
  if (stars === undefined || stars < 0 || stars > RATING_MAX) {
    return refuse(`must be a number from 0 to ${RATING_MAX}`, value);
  }
  return Math.round(stars * 2);
}

/** @returns the addresses of the product's pictures in one text; may be empty */
export function parseImage(value: unknown): string {
  return joinAddresses(splitAddresses(value).map(parseAddress));
}

/** The name or path of a picture, which is no address of a web site. */
const FILE = /^(?![\w-]+(\.[\w-]+)+\/)[^:?]+\.(jpe?g|png|webp|gif|avif|heic|tiff?|bmp|svg)$/i;
const FILE_RULE =
  'names a file, not an address: --ignore leaves the column out, and the command pictures import adds the files';

/** A path of this origin, or an HTTP URL. Other schemes could run scripts. */
function parseAddress(value: unknown): string {
  if (typeof value !== 'string') {
    const problem = `must be an address or a list, not ${quote(value)}: --ignore leaves it out`;
    throw new InvalidValue(problem, undefined, { isOfColumn: true });
  }
  const address = parseText(value, IMAGE_URL_MAX_LENGTH);
  const url = URL.parse(address, OWN_ORIGIN);
  const isPath = address.startsWith('/') && url?.origin === OWN_ORIGIN;
  if (isPath || (url !== null && /^https?:\/\//i.test(address))) return address;
  if (FILE.test(address) && !address.startsWith('/')) {
    throw new InvalidValue(FILE_RULE, undefined, { isOfColumn: true });
  }
  return refuse('must begin with /, http:// or https://', value);
}

export const STOCK_RULE = `must be a whole number from 0 to ${STOCK_MAX}`;

/** May be above the maximum, because a product may have such a stock already. */
export function parseStock(value: unknown): number {
  const units = parseNumber(value);
  if (units !== undefined && Number.isSafeInteger(units) && units >= 0) return units;
  return refuse(STOCK_RULE, value);
}

/** @returns units that came (positive) or went (negative) */
export function parseStockChange(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  const units = typeof text === 'string' && SIGNED.test(text.trim()) ? Number(text) : undefined;
  if (units !== undefined && Math.abs(units) <= STOCK_MAX) return units;
  return refuse(`must be a whole number like +10 or -3, at most ${STOCK_MAX}`, value);
}

/** @returns 1 if the product is on sale, else 0 */
export function parseActive(value: unknown): number {
  const isActive = parseBoolean(value);
  if (isActive === undefined) return refuse(`must be ${BOOLEAN_WORDS}`, value);
  return isActive ? 1 : 0;
}

/** The id of a group of variants; may be empty. */
export function parseGroup(value: unknown): string {
  return value === '' ? '' : parseId(value, 'group');
}

/** The key of one of the shop's rates of tax; null, the usual one, if it is empty. */
export function parseTax(value: unknown): string | null {
  const key = typeof value === 'string' ? value.trim() : value;
  if (key === '') return null;
  if (typeof key === 'string' && TAX_KEY.test(key)) return key;
  return refuse(`must be ${TAX_KEY_RULE}`, value);
}

/** Makes one line of text: real feeds have line breaks, control and format characters in names. */
function parseLine(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuse('must be text', value);
  refuseIf(spreadsheetErrorOf(value.trim()));
  if (value.length <= maxLength && CLEAN_ASCII.test(value)) return value;
  const line = fromWindows1252(value).replace(/[\s\p{Cc}]+/gu, ' ');
  return parseText(withoutFormat(line), maxLength);
}

/** Trims. Refuses control characters and lone surrogates, which pages can't show. */
function parseText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuse('must be text', value);
  const text = value.trim();
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return refuse('must be plain text', value);
  if (isBlank(text)) throw new InvalidValue('must not be empty');
  if (countCharacters(text) > maxLength) {
    return refuse(`must be at most ${maxLength} characters long`, value);
  }
  return text;
}

/** @throws InvalidValue for text that means another number in other countries */
function parseNumber(value: unknown, read = readNumber): number | undefined {
  const number = typeof value === 'string' ? read(value) : value;
  if (number instanceof InvalidValue) throw number;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function centsOf(dollars: number | undefined): number | undefined {
  const cents = Math.round((dollars ?? Number.NaN) * 100);
  return Math.abs(cents / 100 - (dollars ?? 0)) < FLOAT_NOISE ? cents : undefined;
}

function refuseIf(problem: string | undefined): void {
  if (problem !== undefined) throw new InvalidValue(problem);
}

function refuse(rule: string, value: unknown): never {
  throw new InvalidValue(`${rule}, not ${quote(value)}`);
}
