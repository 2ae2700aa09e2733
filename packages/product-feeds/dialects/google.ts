/**
 * Reads products from the attributes of Google Merchant Center's feeds.
 * https://support.google.com/merchants/answer/7052112
 */
import { readHtml } from '../files/html.ts';
import type { Table } from '../files/table.ts';
import { type FeedEntry, type FeedRecord, type FeedShop, InvalidValue } from '../records.ts';
import { fromDecimalComma, lowerOf, quote } from '../values.ts';

/** `12.00 USD`, `USD 12.00`, `1,234.00USD` or `12`. */
const AMOUNT = /^([A-Z]{3})?\s*(\d+(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?)\s*([A-Z]{3})?$/i;
export const CURRENCY = 'USD';
/** The attribute with all pictures but the first. */
export const FURTHER_PICTURES = 'additional_image_link';
export const SOLD_OUT = 'out_of_stock';
const AVAILABLE = ['in_stock', 'preorder', 'backorder', 'available_for_order'];
/** The attributes in which the items of a group may differ. */
const OPTIONS = ['size', 'color', 'pattern', 'material'];

/** How the values of a field are read, if not as they are. Texts may be HTML. */
const readers: Readonly<Record<string, (value: string, hasDecimalComma: boolean) => unknown>> = {
  name: readHtml,
  brand: readHtml,
  description: readHtml,
  categories: readHtml,
  cost: readPrice,
  stock: readAvailability,
};

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

export async function* readGoogleTable(
  { header, rows, hasDecimalComma }: Table,
  shop: FeedShop,
): AsyncGenerator<FeedEntry> {
  const shared = { columns: new Set(header), hasHeader: true, hasDecimalComma };
  for await (const row of rows) {
    yield 'problem' in row ? row : { ...shared, ...fromGoogle(row, shop, hasDecimalComma) };
  }
}

interface Item {
  line: number;
  /** Values by the names of the file's elements or columns. */
  cells: ReadonlyMap<string, string>;
}

export function fromGoogle(
  { cells, line }: Item,
  shop: FeedShop,
  hasDecimalComma: boolean,
): FeedRecord {
  const attributes = readAttributes(cells);
  const values = new Map<string, unknown>();
  const names = new Map<string, string>();
  for (const { name: field, google: candidates } of shop.fields) {
    if (candidates === undefined) continue;
    // The first usable one counts.
    const attribute = candidates.map((name) => attributes.get(name)).find(isUsable);
    names.set(field, attribute?.name ?? candidates[0]);
    if (attribute === undefined) continue;
    const read = readers[field] ?? ((value) => value);
    const value = read(attribute.value, hasDecimalComma);
    if (value !== undefined) values.set(field, value);
  }
  const further = attributes.get(FURTHER_PICTURES)?.value;
  if (further !== undefined) values.set('image', [values.get('image') ?? [], further].flat());
  setVariant(values, attributes, shop);
  setSalePrice(values, names, attributes, hasDecimalComma);
  return { line, values, names, source: cells };
}

/** Only an item of a group is a variant. Its title gets the option, unless it says it already. */
function setVariant(values: Map<string, unknown>, attributes: Attributes, shop: FeedShop): void {
  values.delete('option');
  if (!values.has('group')) return;
  const options = OPTIONS.flatMap((name) => {
    const option = readHtml(attributes.get(name)?.value);
    return typeof option === 'string' && option !== '' ? [option] : [];
  });
  if (options.length === 0) return;
  const option = shop.joinOptions(options);
  values.set('option', option);
  const title = values.get('name');
  if (typeof title !== 'string') return;
  const words = title.toLowerCase();
  const isSaid = options.every((one) => words.includes(one.toLowerCase()));
  if (!isSaid) values.set('name', shop.nameVariant(title, option));
}

function setSalePrice(
  values: Map<string, unknown>,
  names: Map<string, string>,
  attributes: Attributes,
  hasDecimalComma: boolean,
): void {
  const sale = attributes.get('sale_price');
  const cost = lowerOf(
    values.has('cost') ? { name: names.get('cost') ?? '', value: values.get('cost') } : undefined,
    sale && { name: sale.name, value: readPrice(sale.value, hasDecimalComma) },
    { hasDates: attributes.has('sale_price_effective_date') },
  );
  if (cost === undefined) return;
  values.set('cost', cost.value);
  names.set('cost', cost.name);
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

function readPrice(value: string, hasDecimalComma: boolean): unknown {
  const trimmed = value.trim();
  const text = hasDecimalComma ? trimmed.replace(/[\d.,]+/, fromDecimalComma) : trimmed;
  const [, before, amount, behind] = AMOUNT.exec(text) ?? [];
  if (amount === undefined) return value;
  const currency = before ?? behind ?? CURRENCY;
  if (currency.toUpperCase() === CURRENCY) return amount.replaceAll(',', '');
  return new InvalidValue(`must be an amount in ${CURRENCY}, not ${quote(value)}`);
}

/** Only "out of stock" is a number of units. The other values do not change the shop's count. */
function readAvailability(value: string): unknown {
  const availability = value.trim().toLowerCase().replaceAll(' ', '_');
  if (availability === SOLD_OUT) return 0;
  if (AVAILABLE.includes(availability)) return undefined;
  return new InvalidValue(
    `must be in_stock, out_of_stock, preorder or backorder, not ${quote(value)}`,
  );
}
