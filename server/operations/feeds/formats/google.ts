/**
 * Reads products from the attributes of Google Merchant Center's feeds.
 * https://support.google.com/merchants/answer/7052112
 */
import { OPTION_SEPARATOR, variantName } from '../../../../contract/variants.ts';
import { quote } from '../../../platform/quote.ts';
import { FieldError, fromDecimalComma } from '../../../shop/catalogue/fields/parsers.ts';
import { productColumns, productFields } from '../../../shop/catalogue/fields/product-fields.ts';
import type { FeedRecord } from './format.ts';
import { readHtml } from './html.ts';

/** Google's attributes for a field of the shop. The first usable one counts. */
const sources: readonly (readonly [field: string, names: readonly string[]])[] = [
  ['_id', ['id']],
  ...productColumns.flatMap((column): (readonly [string, readonly string[]])[] => {
    const { name, google } = productFields[column];
    return google === undefined ? [] : [[name, google]];
  }),
];

/** `12.00 USD`, `USD 12.00`, `1,234.00USD` or `12`. */
const AMOUNT = /^([A-Z]{3})?\s*(\d+(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?)\s*([A-Z]{3})?$/i;
export const CURRENCY = 'USD';
/** The attribute with all pictures but the first. */
export const FURTHER_PICTURES = 'additional_image_link';
export const SOLD_OUT = 'out_of_stock';
const AVAILABLE = ['in_stock', 'preorder', 'backorder', 'available_for_order'];
/** The attributes in which the items of a group may differ. */
const OPTIONS = ['size', 'color', 'pattern', 'material'];
/** The fields whose values may be HTML. */
const texts: ReadonlySet<string> = new Set(['name', 'brand', 'description', 'categories']);

interface Attribute {
  /** The name in the file's spelling: `g:image_link`, `image_link` or `image link`. */
  name: string;
  value: string;
}
/** The attributes by Google's names. */
type Attributes = ReadonlyMap<string, Attribute>;

/** A header of the shop's own names has neither of Google's: `image` and `cost`, not `image_link` and `price`. */
export function isGoogleHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(toAttributeName));
  const isOffer = ['id', 'title', 'price'].every((name) => names.has(name));
  return isOffer && ['image_link', 'availability', 'condition'].some((name) => names.has(name));
}

export interface GoogleSource {
  /** Values by the names of the file's elements or columns. */
  cells: ReadonlyMap<string, string>;
  line: number;
  /** The names of all elements or columns of the file, also of empty ones. */
  columns: ReadonlySet<string>;
  hasDecimalComma?: boolean;
}

export function fromGoogle(source: GoogleSource): FeedRecord {
  const { cells, line, columns, hasDecimalComma = false } = source;
  const attributes = readAttributes(cells);
  const values = new Map<string, unknown>();
  const names = new Map<string, string>();
  for (const [field, candidates] of sources) {
    const attribute = candidates.map((name) => attributes.get(name)).find(isUsable);
    names.set(field, attribute?.name ?? candidates[0] ?? field);
    const value = attribute && readValue(field, attribute.value, hasDecimalComma);
    if (value !== undefined) values.set(field, value);
  }
  addFurtherPictures(values, attributes);
  setVariant(values, attributes);
  const sale = readSalePrice(attributes, values.get('cost'), hasDecimalComma);
  if (sale !== undefined) {
    values.set('cost', sale.value);
    names.set('cost', sale.name);
  }
  return { line, values, names, source: cells, columns, hasDecimalComma };
}

function addFurtherPictures(values: Map<string, unknown>, attributes: Attributes): void {
  const further = attributes.get(FURTHER_PICTURES);
  if (further === undefined) return;
  const first = values.get('image');
  values.set('image', first === undefined ? [further.value] : [first, further.value]);
}

/** Only an item of a group is a variant. Its title gets the option, unless it says it already. */
function setVariant(values: Map<string, unknown>, attributes: Attributes): void {
  values.delete('option');
  if (!values.has('group')) return;
  const options = OPTIONS.flatMap((name) => {
    const option = readHtml(attributes.get(name)?.value);
    return typeof option === 'string' && option !== '' ? [option] : [];
  });
  if (options.length === 0) return;
  const option = options.join(OPTION_SEPARATOR);
  values.set('option', option);
  const title = values.get('name');
  if (typeof title !== 'string') return;
  const words = title.toLowerCase();
  const isSaid = options.every((one) => words.includes(one.toLowerCase()));
  if (!isSaid) values.set('name', variantName(title, option));
}

/** `g:id` wins over `id`, because Atom has another `id`, which is not the product's. */
function readAttributes(cells: ReadonlyMap<string, string>): Attributes {
  const attributes = new Map<string, Attribute>();
  for (const [name, value] of cells) {
    const attribute = toAttributeName(name);
    if (!attributes.has(attribute) || name.startsWith('g:')) {
      attributes.set(attribute, { name, value });
    }
  }
  return attributes;
}

export function toAttributeName(name: string): string {
  return name.replace(/^g:/, '').replaceAll(' ', '_').toLowerCase();
}

/** A number in a taxonomy means nothing to shoppers. */
function isUsable(attribute: Attribute | undefined): boolean {
  if (attribute === undefined) return false;
  const isCategory = toAttributeName(attribute.name) === 'google_product_category';
  return !(isCategory && /^\d+$/.test(attribute.value.trim()));
}

function readValue(field: string, value: string, hasDecimalComma: boolean): unknown {
  if (field === 'cost') return readPrice(value, hasDecimalComma);
  if (field === 'stock') return readAvailability(value);
  return texts.has(field) ? readHtml(value) : value;
}

/**
 * A sale price of 0, or one that is no lower than the price, is none. One that ends is ignored, since the shop cannot
 * end a sale automatically.
 */
function readSalePrice(
  attributes: Attributes,
  price: unknown,
  hasDecimalComma: boolean,
): { name: string; value: unknown } | undefined {
  const attribute = attributes.get('sale_price');
  if (attribute === undefined || attributes.has('sale_price_effective_date')) return undefined;
  if (price !== undefined && Number.isNaN(Number(price))) return undefined;
  const value = readPrice(attribute.value, hasDecimalComma);
  const isNone = Number(value) === 0 || Number(value) >= Number(price);
  return isNone ? undefined : { name: attribute.name, value };
}

function readPrice(value: string, hasDecimalComma: boolean): unknown {
  const [before, amount, behind] = splitAmount(value.trim(), hasDecimalComma);
  if (amount === undefined) return value;
  const currency = before ?? behind ?? CURRENCY;
  if (currency.toUpperCase() === CURRENCY) return amount.replaceAll(',', '');
  return new FieldError(`must be an amount in ${CURRENCY}, not ${quote(value)}`);
}

function splitAmount(value: string, hasDecimalComma: boolean): (string | undefined)[] {
  const text = hasDecimalComma ? value.replace(/[\d.,]+/, fromDecimalComma) : value;
  return AMOUNT.exec(text)?.slice(1) ?? [];
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
