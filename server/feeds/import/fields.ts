/**
 * One value of a record each, as a file may have it: numbers also as text, since CSV knows nothing
 * else. All of them throw a FieldRefusal for what can't be used.
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
import { countCharacters } from '../../../contract/text.ts';
import { isProductId } from '../../catalogue/rules.ts';
import { FieldRefusal, quote } from './problems.ts';

/** Between categories, broad to narrow, where they are one text. */
export const CATEGORY_SEPARATOR = ' > ';
/** What most texts are, with nothing to put right: only those pay for a look at every character. */
const TIDY_ASCII = /^[!-~]+(?: [!-~]+)*$/;
const DECIMAL = /^\d{1,15}(\.\d{1,15})?$/;
/** Stands for the shop's own origin: a path that leads anywhere else (`//host/x`) is no path. */
const OWN_ORIGIN = 'http://shop.invalid';

export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function parseId(value: unknown): string {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id === 'string' && isProductId(id.trim())) return id.trim();
  return refuse(`must be 1 to ${PRODUCT_ID_MAX_LENGTH} letters, digits and . _ ~ : -`, value);
}

export function parseName(value: unknown): string {
  return parseLine(value, PRODUCT_NAME_MAX_LENGTH);
}

export function parseCategory(value: unknown): string {
  return parseLine(value, CATEGORY_MAX_LENGTH);
}

/** The narrowest of categories that go from broad to narrow. */
export function parseCategories(value: unknown): string {
  return parseCategory(splitPath(value).at(-1));
}

/** All of them, broad to narrow, with ` > ` between. */
export function parseCategoryPath(value: unknown): string {
  return splitPath(value).map(parseCategory).join(CATEGORY_SEPARATOR);
}

/** A list, or the text that a table has for one. */
function splitPath(value: unknown): readonly unknown[] {
  const path = typeof value === 'string' ? value.split(CATEGORY_SEPARATOR) : value;
  if (Array.isArray(path) && path.length > 0) return path;
  return refuse('must be a list of categories, broad to narrow', value);
}

/** May be empty: feeds have the column for all and a value for some. */
export function parseBrand(value: unknown): string {
  return value === '' ? '' : parseLine(value, BRAND_MAX_LENGTH);
}

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

/** @returns half stars; what lies between two halves goes to the nearer one, up from the middle */
export function parseRating(value: unknown): number {
  const stars = parseDecimal(value);
  if (stars === undefined || stars < 0 || stars > RATING_MAX) {
    return refuse(`must be a number from 0 to ${RATING_MAX}`, value);
  }
  return Math.round(stars * 2);
}

/** A path of the shop or an address on the web: nothing that could run, and nothing that hides. */
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

const words: Readonly<Record<string, number>> = {
  true: 1,
  yes: 1,
  '1': 1,
  false: 0,
  no: 0,
  '0': 0,
};

/** @returns 1 where it is on sale, else 0 */
export function parseActive(value: unknown): number {
  const active = words[String(value).trim().toLowerCase()];
  if (active !== undefined && typeof value !== 'object') return active;
  return refuse('must be true or false, yes or no, 1 or 0', value);
}

/** One line of text: real feeds have line breaks in names, and control characters of lost encodings. */
function parseLine(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuse('must be text', value);
  if (value.length <= maxLength && TIDY_ASCII.test(value)) return value;
  return parseText(value.replace(/[\s\p{Cc}]+/gu, ' '), maxLength);
}

/** Trimmed; without control characters and halves of characters, which no page could show. */
function parseText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuse('must be text', value);
  const text = value.trim();
  if (text === '') throw new FieldRefusal('must not be empty');
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

/** @throws FieldRefusal always */
function refuse(rule: string, value: unknown): never {
  throw new FieldRefusal(isMissing(value) ? 'is missing' : `${rule}, not ${quote(value)}`);
}
