/**
 * A product as Google's Merchant Center has it, whether it came as XML or as a row.
 * https://support.google.com/merchants/answer/7052112
 */
import { FieldRefusal, quote } from './problems.ts';
import type { FileRecord, RecordEntry } from './records.ts';

/** The shop's fields to Google's attributes: of several the first that is there, or stands for it. */
const attributes = {
  _id: ['id'],
  name: ['title'],
  description: ['description', 'summary', 'content'],
  brand: ['brand'],
  categories: ['product_type', 'google_product_category'],
  cost: ['sale_price', 'price'],
  image: ['image_link'],
  stock: ['availability'],
} as const;

const AMOUNT = /^(\d+(?:\.\d+)?)\s*([A-Z]{3})?$/i;
const CURRENCY = 'USD';
/** What Google knows of stock; as it wrote it once, too: `in stock`. */
const SOLD_OUT = 'out_of_stock';
const AVAILABLE = ['in_stock', 'preorder', 'backorder', 'available_for_order'];

/** @param raw with the file's own names: `g:image_link`, `image_link` or `image link` */
export function fromGoogle(raw: FileRecord, line: number): RecordEntry {
  const found = findAttributes(raw);
  const names: Record<string, string> = {};
  const record: FileRecord = {};
  for (const [field, candidates] of Object.entries(attributes)) {
    const attribute = candidates.find((name) => isUsable(name, found));
    names[field] = (attribute && found.get(attribute)?.name) ?? candidates.at(-1) ?? field;
    const value = attribute && found.get(attribute)?.value;
    if (value !== undefined) record[field] = translate(field, value);
  }
  if (record.categories === undefined) names.category = 'product_type';
  return { line, record, names, raw };
}

/** By Google's name for each. */
function findAttributes(raw: FileRecord): Map<string, { name: string; value: string }> {
  const found = new Map<string, { name: string; value: string }>();
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value !== 'string') continue;
    const attribute = name.replace(/^g:/, '').replaceAll(' ', '_').toLowerCase();
    // Atom has an <id> of its own, which is no product's.
    if (!found.has(attribute) || name.startsWith('g:')) found.set(attribute, { name, value });
  }
  return found;
}

function isUsable(attribute: string, found: ReadonlyMap<string, { value: string }>): boolean {
  const value = found.get(attribute)?.value;
  if (value === undefined) return false;
  // The shop has no prices that end by themselves.
  if (attribute === 'sale_price') return !found.has('sale_price_effective_date');
  // A number of Google's taxonomy says nothing to a shopper.
  if (attribute === 'google_product_category') return !/^\d+$/.test(value.trim());
  return true;
}

function translate(field: string, value: string): unknown {
  switch (field) {
    case 'cost':
      return readPrice(value);
    case 'stock':
      return readAvailability(value);
    default:
      return value;
  }
}

function readPrice(value: string): unknown {
  const [, amount, currency = CURRENCY] = AMOUNT.exec(value.trim()) ?? [];
  if (amount === undefined) return value;
  if (currency.toUpperCase() === CURRENCY) return amount;
  return new FieldRefusal(`must be an amount in ${CURRENCY}, not ${quote(value)}`);
}

/** Nothing is said of how many there are, so a count that the shop has can stay. */
function readAvailability(value: string): unknown {
  const availability = value.trim().toLowerCase().replaceAll(' ', '_');
  if (availability === SOLD_OUT) return 0;
  if (AVAILABLE.includes(availability)) return undefined;
  return new FieldRefusal(
    `must be in_stock, out_of_stock, preorder or backorder, not ${quote(value)}`,
  );
}
