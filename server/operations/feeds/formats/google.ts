/**
 * Products as Google Merchant Center's feeds describe them, as XML or as a table.
 * https://support.google.com/merchants/answer/7052112
 */
import { productAddress } from '../../../../contract/listing.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { FieldError, quote } from '../errors.ts';
import { type FeedRecord, toAbsoluteUrl } from './format.ts';
import type { FieldName } from './own-record.ts';

/** Google's attributes for a field of the shop. The first usable one counts. */
const sources: readonly (readonly [FieldName, readonly string[]])[] = [
  ['_id', ['id']],
  ['name', ['title']],
  ['description', ['description', 'summary', 'content']],
  ['brand', ['brand']],
  ['categories', ['product_type', 'google_product_category']],
  ['cost', ['sale_price', 'price']],
  ['image', ['image_link']],
  ['stock', ['availability']],
];

const AMOUNT = /^(\d+(?:\.\d+)?)\s*([A-Z]{3})?$/i;
const CURRENCY = 'USD';
const SOLD_OUT = 'out_of_stock';
const AVAILABLE = ['in_stock', 'preorder', 'backorder', 'available_for_order'];

interface Attribute {
  /** As the file spells it: `g:image_link`, `image_link` or `image link`. */
  name: string;
  value: string;
}
/** By Google's name. */
type Attributes = ReadonlyMap<string, Attribute>;

/** @param source values by the names of the file's elements or columns */
export function fromGoogle(source: ReadonlyMap<string, string>, line: number): FeedRecord {
  const attributes = readAttributes(source);
  const values = new Map<string, unknown>();
  const names = new Map<string, string>();
  for (const [field, candidates] of sources) {
    const used = candidates.find((name) => isUsable(name, attributes));
    const attribute = used === undefined ? undefined : attributes.get(used);
    names.set(field, attribute?.name ?? candidates.at(-1) ?? field);
    const value = attribute && readValue(field, attribute.value);
    if (value !== undefined) values.set(field, value);
  }
  if (!values.has('categories')) names.set('category', 'product_type');
  return { line, values, names, source };
}

/** `g:id` comes before `id`: Atom has an `id` of its own, which is no product's. */
function readAttributes(source: ReadonlyMap<string, string>): Attributes {
  const attributes = new Map<string, Attribute>();
  for (const [name, value] of source) {
    const attribute = name.replace(/^g:/, '').replaceAll(' ', '_').toLowerCase();
    if (!attributes.has(attribute) || name.startsWith('g:')) {
      attributes.set(attribute, { name, value });
    }
  }
  return attributes;
}

function isUsable(name: string, attributes: Attributes): boolean {
  const attribute = attributes.get(name);
  if (attribute === undefined) return false;
  // The shop can't end a sale by itself.
  if (name === 'sale_price') return !attributes.has('sale_price_effective_date');
  // A number in Google's taxonomy means nothing to shoppers.
  if (name === 'google_product_category') return !/^\d+$/.test(attribute.value.trim());
  return true;
}

function readValue(field: FieldName, value: string): unknown {
  if (field === 'cost') return readPrice(value);
  if (field === 'stock') return readAvailability(value);
  return value;
}

function readPrice(value: string): unknown {
  const [, amount, currency = CURRENCY] = AMOUNT.exec(value.trim()) ?? [];
  if (amount === undefined) return value;
  if (currency.toUpperCase() === CURRENCY) return amount;
  return new FieldError(`must be an amount in ${CURRENCY}, not ${quote(value)}`);
}

/** Only "out of stock" is a number of units; the others leave the shop's count as it is. */
function readAvailability(value: string): unknown {
  const availability = value.trim().toLowerCase().replaceAll(' ', '_');
  if (availability === SOLD_OUT) return 0;
  if (AVAILABLE.includes(availability)) return undefined;
  return new FieldError(
    `must be in_stock, out_of_stock, preorder or backorder, not ${quote(value)}`,
  );
}

type ToValue = (product: ProductRow, origin: string) => string;

const exportedAttributes: readonly (readonly [string, ToValue])[] = [
  ['id', ({ id }) => id],
  ['title', ({ name }) => name],
  ['description', ({ description }) => description],
  ['link', ({ id }, origin) => origin + productAddress(id)],
  ['image_link', ({ image }, origin) => toAbsoluteUrl(image, origin)],
  ['price', ({ cost_cents }) => `${(cost_cents / 100).toFixed(2)} ${CURRENCY}`],
  ['availability', ({ stock }) => (stock === 0 ? SOLD_OUT : 'in_stock')],
  ['condition', () => 'new'],
  ['brand', ({ brand }) => brand],
  ['product_type', ({ categories, category }) => categories || category],
  // The shop has no global trade item numbers.
  ['identifier_exists', () => 'no'],
];
export const googleAttributes = exportedAttributes.map(([name]) => name);

/**
 * @returns the values of googleAttributes; undefined for a product that isn't on sale, since Google
 *   would advertise it
 */
export function toGoogle(product: ProductRow, origin: string): string[] | undefined {
  if (product.active === 0) return undefined;
  return exportedAttributes.map(([, toValue]) => toValue(product, origin));
}
