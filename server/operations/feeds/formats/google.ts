/**
 * Converts products from and to the attributes of Google Merchant Center's feeds.
 * https://support.google.com/merchants/answer/7052112
 */
import { productAddress } from '../../../../contract/listing.ts';
import { quote } from '../../../platform/quote.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { FieldError } from '../../../shop/catalogue/parsers.ts';
import {
  type ProductColumn,
  productColumns,
  productFields,
} from '../../../shop/catalogue/product-fields.ts';
import { type FeedRecord, toAbsoluteUrl } from './format.ts';

/** Google's attributes for a field of the shop. The first usable one counts. */
const sources: readonly (readonly [field: string, names: readonly string[]])[] = [
  ['_id', ['id']],
  ...productColumns.flatMap((column): (readonly [string, readonly string[]])[] => {
    const { name, google } = productFields[column];
    if (google === undefined) return [];
    return [[name, column === 'cost_cents' ? ['sale_price', ...google] : google]];
  }),
];

const AMOUNT = /^(\d+(?:\.\d+)?)\s*([A-Z]{3})?$/i;
const CURRENCY = 'USD';
const SOLD_OUT = 'out_of_stock';
const AVAILABLE = ['in_stock', 'preorder', 'backorder', 'available_for_order'];

interface Attribute {
  /** The name in the file's spelling: `g:image_link`, `image_link` or `image link`. */
  name: string;
  value: string;
}
/** The attributes by Google's names. */
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

/** `g:id` wins over `id`, because Atom has another `id`, which is not the product's. */
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
  // The shop cannot end a sale automatically.
  if (name === 'sale_price') return !attributes.has('sale_price_effective_date');
  // A number in Google's taxonomy means nothing to shoppers.
  if (name === 'google_product_category') return !/^\d+$/.test(attribute.value.trim());
  return true;
}

function readValue(field: string, value: string): unknown {
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

/** Only "out of stock" is a number of units. The other values do not change the shop's count. */
function readAvailability(value: string): unknown {
  const availability = value.trim().toLowerCase().replaceAll(' ', '_');
  if (availability === SOLD_OUT) return 0;
  if (AVAILABLE.includes(availability)) return undefined;
  return new FieldError(
    `must be in_stock, out_of_stock, preorder or backorder, not ${quote(value)}`,
  );
}

type ToText = (product: ProductRow, origin: string) => string;

/** The texts of columns whose format in Google's feeds differs from the stored one. */
const texts: { readonly [Column in ProductColumn]?: ToText } = {
  categories: ({ categories, category }) => categories || category,
  cost_cents: ({ cost_cents }) => `${(cost_cents / 100).toFixed(2)} ${CURRENCY}`,
  image: ({ image }, origin) => toAbsoluteUrl(image, origin),
  stock: ({ stock }) => (stock === 0 ? SOLD_OUT : 'in_stock'),
};

const exportedAttributes: readonly (readonly [string, ToText])[] = [
  ['id', ({ id }) => id],
  ...productColumns.flatMap((column): (readonly [string, ToText])[] => {
    const [name] = productFields[column].google ?? [];
    return name === undefined
      ? []
      : [[name, texts[column] ?? ((product) => String(product[column]))]];
  }),
  ['link', ({ id }, origin) => origin + productAddress(id)],
  ['condition', () => 'new'],
  // The shop has no global trade item numbers.
  ['identifier_exists', () => 'no'],
];
export const googleAttributes = exportedAttributes.map(([name]) => name);

/**
 * @returns the values of googleAttributes; undefined if the product is not on sale, because Google would advertise it
 */
export function toGoogle(product: ProductRow, origin: string): string[] | undefined {
  if (product.active === 0) return undefined;
  return exportedAttributes.map(([, toValue]) => toValue(product, origin));
}
