/**
 * Reads products from the attributes of Google Merchant Center's feeds.
 * https://support.google.com/merchants/answer/7052112
 */
import { readHtml } from '../files/html.ts';
import type { Row, Rows } from '../files/table.ts';
import { type FeedEntry, type FeedRecord, InvalidValue } from '../records.ts';
import { quote } from '../values.ts';
import {
  Cells,
  Columns,
  type Dialect,
  type Reading,
  readPrice,
  toRecord,
  withoutNumber,
} from './dialect.ts';

/** The attribute with all pictures but the first. */
export const FURTHER_PICTURES = 'additional_image_link';
export const SOLD_OUT = 'out_of_stock';
const AVAILABLE = ['in_stock', 'preorder', 'backorder', 'available_for_order'];
/** The attributes in which the items of a group may differ. */
const OPTIONS = ['option', 'color', 'pattern', 'material'];

const google: Dialect = {
  program: 'google',
  columns: {
    'google category': ['google_product_category'],
    further: [FURTHER_PICTURES],
    // Facebook's feeds have a count as well.
    units: ['quantity_to_sell_on_facebook', 'inventory', 'quantity'],
    color: ['color'],
    pattern: ['pattern'],
    material: ['material'],
    'sale price': ['sale_price'],
    'sale ends': ['sale_price_effective_date'],
  },
  others:
    /^(g:)?(.*link|updated|published|author|rights|(ads|shipping|tax|product|unit_pricing|energy|min_energy|max_energy|size|excluded|included|shopping_ads)_.*|.*(_label|_date|_label_\d|_time|_countries|_handling_time)|condition|gtin|mpn|ean|upc|isbn|identifier_exists|adult|age_group|gender|is_bundle|multipack|certification|shipping|tax|promotion_id|pause|installment|subscription_cost|loyalty.*|cost_of_goods_sold|maximum_retail_price|auto_pricing_min_price|energy.*|guid|pubdate|dc:.*|media:.*)$/,
  fold,
  // Atom has another `id`, which is not the product's.
  prefixes: ['g:', ''],
  readers: {
    name: (cells) => cells.html('name'),
    brand: (cells) => cells.html('brand'),
    description: (cells) => cells.html('description'),
    categories: (cells) =>
      cells.html('categories') ?? readHtml(withoutNumber(cells.own('google category'))),
    cost: (cells) => readPrice(cells, withoutGroups),
    image(cells) {
      const images = [cells.own('image') ?? [], cells.own('further') ?? []].flat();
      return images.length === 0 ? undefined : images;
    },
    stock: readAvailability,
    option: readOption,
  },
};

/** A header of the shop's own names has neither of Google's: `image` and `cost`, not `image_link` and `price`. */
export function isGoogleHeader(header: readonly string[]): boolean {
  const names = new Set(header.map((name) => toAttribute(name)));
  const isOffer = ['id', 'title', 'price'].every((name) => names.has(name));
  return isOffer && ['image_link', 'availability', 'condition'].some((name) => names.has(name));
}

export async function* readGoogleTable(
  header: readonly string[],
  rows: Rows,
  reading: Reading,
): AsyncGenerator<FeedEntry> {
  const read = createGoogleReader(reading);
  for await (const row of rows) yield 'problem' in row ? row : read(row, header);
}

/** Items of the same shape come one after the other, so their columns are found once. */
export function createGoogleReader(reading: Reading) {
  const { shop } = reading;
  const fields = shop.fields.filter(({ google: names }) => names);
  let header: readonly string[] = [];
  let columns = Columns.of(header, google, reading);
  return (row: Row, names: readonly string[]): FeedRecord => {
    if (names !== header && names.join('\n') !== header.join('\n')) {
      columns = Columns.of(names, google, reading);
    }
    header = names;
    const cells = new Cells(columns, row, shop);
    const record = toRecord(fields, google.readers, {
      cells,
      line: row.line,
      source: row.cells,
    });
    return { ...record, isIncomplete: true };
  };
}

function fold(name: string): string {
  return name.replaceAll(' ', '_').toLowerCase();
}

/** @param name the file's spelling: `g:image_link`, `image_link` or `image link` */
export function toAttribute(name: string): string {
  return fold(name).replace(/^g:/, '');
}

/** Google's format has no decimal commas, so a comma that may separate thousands does. */
const GROUPED = /^[^\d.,]*[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?[^\d.,]*$/;

function withoutGroups(amount: string): string {
  return GROUPED.test(amount) ? amount.replaceAll(',', '') : amount;
}

/** Only an item of a group is a variant. */
function readOption(cells: Cells): string | undefined {
  if (cells.own('group') === undefined) return undefined;
  const options = OPTIONS.flatMap((name) => {
    const option = cells.html(name);
    return typeof option === 'string' && option !== '' ? [option] : [];
  });
  return options.length === 0 ? undefined : cells.shop.joinOptions(options);
}

/** Of Google's own attributes only "out of stock" is a number of units. The other values do not change the shop's count. */
function readAvailability(cells: Cells): number | string | undefined | InvalidValue {
  const value = cells.own('stock');
  const availability = value?.toLowerCase().replaceAll(' ', '_');
  if (availability === SOLD_OUT) return 0;
  if (availability === undefined || AVAILABLE.includes(availability)) return cells.own('units');
  return new InvalidValue(
    `must be in_stock, out_of_stock, preorder or backorder, not ${quote(value)}`,
  );
}
