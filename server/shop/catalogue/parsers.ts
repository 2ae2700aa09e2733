/**
 * Parses one value of a product each. Numbers may be text, as in tables. All throw a FieldError for a value that can't
 * be used.
 */
import {
  BRAND_MAX_LENGTH,
  CATEGORY_MAX_LENGTH,
  COST_MAX_CENTS,
  COST_MIN_CENTS,
  DESCRIPTION_MAX_LENGTH,
  IMAGE_URL_MAX_LENGTH,
  POPULARITY_MAX,
  PRODUCT_ID_MAX_LENGTH,
  PRODUCT_NAME_MAX_LENGTH,
  RATING_MAX,
  STOCK_MAX,
} from '../../../contract/limits.ts';
import { formatCents, toCents } from '../../../contract/money.ts';
import { paths } from '../../../contract/paths.ts';
import { countCharacters } from '../../../contract/text.ts';
import { quote } from '../../platform/quote.ts';
import { isProductId, isReservedProductId } from './rules.ts';

/** The value of a field can't be used. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

/** Separates categories, broad to narrow, in one text. */
export const CATEGORY_SEPARATOR = ' > ';
/** Most texts: they need no clean-up, which is slow. */
const CLEAN_ASCII = /^[!-~]+(?: [!-~]+)*$/;
const DECIMAL = /^\d{1,15}(\.\d{1,15})?$/;
/** Stands for the shop's origin. A path that leads to another one (`//host/x`) is refused. */
const OWN_ORIGIN = 'http://shop.invalid';

export function parseId(value: unknown): string {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  const id = typeof text === 'string' ? text.trim() : '';
  if (!isProductId(id)) {
    return refuse(`must be 1 to ${PRODUCT_ID_MAX_LENGTH} letters, digits and . _ ~ : -`, value);
  }
  if (!isReservedProductId(id)) return id;
  throw new FieldError(`must not be "${id}": ${paths.products}/${id} is another address`);
}

export function parseName(value: unknown): string {
  return parseLine(value, PRODUCT_NAME_MAX_LENGTH);
}

export function parseCategory(value: unknown): string {
  return parseLine(value, CATEGORY_MAX_LENGTH);
}

/** @returns categories, broad to narrow, as one text */
export function parseCategories(value: unknown): string {
  return splitPath(value).map(parseCategory).join(CATEGORY_SEPARATOR);
}

/** @param categories as parseCategories returns them */
export function narrowestOf(categories: string): string {
  return categories.split(CATEGORY_SEPARATOR).at(-1) ?? '';
}

/** A list in JSON, one text in tables. */
function splitPath(value: unknown): readonly unknown[] {
  const path = typeof value === 'string' ? value.split(CATEGORY_SEPARATOR) : value;
  if (Array.isArray(path) && path.length > 0) return path;
  return refuse('must be a list of categories, broad to narrow', value);
}

/** May be empty. */
export function parseBrand(value: unknown): string {
  return value === '' ? '' : parseLine(value, BRAND_MAX_LENGTH);
}

/** May be empty. */
export function parseDescription(value: unknown): string {
  return value === '' ? '' : parseLine(value, DESCRIPTION_MAX_LENGTH);
}

export function parsePopularity(value: unknown): number {
  const count = parseDecimal(value);
  if (count !== undefined && Number.isInteger(count) && count <= POPULARITY_MAX) return count;
  return refuse(`must be a whole number from 0 to ${POPULARITY_MAX}`, value);
}

/** @returns cents */
export function parseCost(value: unknown): number {
  const cents = centsOf(parseDecimal(value));
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
  const stars = parseDecimal(value);
  if (stars === undefined || stars < 0 || stars > RATING_MAX) {
    return refuse(`must be a number from 0 to ${RATING_MAX}`, value);
  }
  return Math.round(stars * 2);
}

/** A path of this origin, or an HTTP URL. Other schemes could run scripts. */
export function parseImage(value: unknown): string {
  const image = parseText(value, IMAGE_URL_MAX_LENGTH);
  const url = URL.parse(image, OWN_ORIGIN);
  const isPath = image.startsWith('/') && url?.origin === OWN_ORIGIN;
  if (isPath || (url !== null && /^https?:\/\//i.test(image))) return image;
  return refuse('must begin with /, http:// or https://', value);
}

export function parseStock(value: unknown): number {
  const units = parseDecimal(value);
  if (units !== undefined && Number.isInteger(units) && units >= 0 && units <= STOCK_MAX) {
    return units;
  }
  return refuse(`must be a whole number from 0 to ${STOCK_MAX}`, value);
}

const booleans: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['yes', 1],
  ['1', 1],
  ['false', 0],
  ['no', 0],
  ['0', 0],
]);

/** @returns 1 if the product is on sale, else 0 */
export function parseActive(value: unknown): number {
  const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
  return booleans.get(word) ?? refuse('must be true or false, yes or no, 1 or 0', value);
}

/** Makes one line of text: real feeds have line breaks and control characters in names. */
function parseLine(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuse('must be text', value);
  if (value.length <= maxLength && CLEAN_ASCII.test(value)) return value;
  return parseText(value.replace(/[\s\p{Cc}]+/gu, ' '), maxLength);
}

/** Trims. Refuses control characters and lone surrogates, which pages can't show. */
function parseText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuse('must be text', value);
  const text = value.trim();
  if (text === '') throw new FieldError('must not be empty');
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return refuse('must be plain text', value);
  if (countCharacters(text) > maxLength) {
    return refuse(`must be at most ${maxLength} characters long`, value);
  }
  return text;
}

function parseDecimal(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !DECIMAL.test(value.trim())) return undefined;
  return Number(value);
}

function centsOf(dollars: number | undefined): number | undefined {
  try {
    return dollars === undefined ? undefined : toCents(dollars);
  } catch {
    return undefined;
  }
}

function refuse(rule: string, value: unknown): never {
  throw new FieldError(`${rule}, not ${quote(value)}`);
}
