import { type Product, ProductsQuery } from '../../../contract/catalogue.ts';
import {
  PAGE_SIZE_MAX,
  PRODUCT_ID_MAX_LENGTH,
  WHOLE_CATALOGUE_MAX,
} from '../../../contract/limits.ts';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { countCharacters } from '../../../contract/text.ts';

/** Text of any script without `/`, which ends a segment of a path, and without control characters. */
const PRODUCT_ID = /^[^/\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

export function isProductId(text: string): boolean {
  const isShort = countCharacters(text) <= PRODUCT_ID_MAX_LENGTH;
  return isShort && PRODUCT_ID.test(text) && text === text.trim();
}

/** Ids that `/products/{id}` can't have: other routes, and what URLs resolve (`.` and `..`). */
const reservedIds: ReadonlySet<string> = new Set([
  '.',
  '..',
  ...Object.values(paths)
    .filter((path) => path.startsWith(`${paths.products}/`))
    .map((path) => path.slice(`${paths.products}/`.length)),
]);

/** Ignores case, as the router does. */
export function isReservedProductId(id: string): boolean {
  return reservedIds.has(id.toLowerCase());
}

/** Makes the pictures that this shop serves reachable from pages of other origins. */
export function withImageOrigin(products: Product[], imageOrigin: string): Product[] {
  if (imageOrigin === '') return products;
  return products.map((product) =>
    product.image.startsWith('/') ? { ...product, image: imageOrigin + product.image } : product,
  );
}

/** @throws Refusal IDS_INVALID for an empty list, a too long one, or an invalid id */
export function parseIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.replace(/%2C|%25/gi, decodeURIComponent));
  if (ids.length > PAGE_SIZE_MAX || !ids.every(isProductId)) throw new Refusal('IDS_INVALID');
  return ids;
}

/**
 * How many products a request for a list gets. Without parameters it is the whole catalogue; unknown ones, which some
 * clients add against caches, change nothing.
 */
export function pageSizeOf(query: ProductsQuery): number {
  const isPaged = Object.keys(query).some((name) => Object.hasOwn(ProductsQuery.properties, name));
  return isPaged ? Number(query.limit ?? PAGE_SIZE_MAX) : WHOLE_CATALOGUE_MAX;
}

/** The value of `?cursor=` for the next page. Opaque to clients. */
export function formatCursor(values: readonly number[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * @param length the count of numbers in a cursor of this list
 * @throws Refusal CURSOR_INVALID
 */
export function parseCursor(text: string | undefined, length: number): number[] | undefined {
  if (text === undefined) return undefined;
  const values = parseJson(Buffer.from(text, 'base64url').toString());
  const isCursor = Array.isArray(values) && values.length === length && values.every(isPlace);
  if (!isCursor) throw new Refusal('CURSOR_INVALID');
  return values;
}

/** Positions and ranks are 32-bit integers. */
function isPlace(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
