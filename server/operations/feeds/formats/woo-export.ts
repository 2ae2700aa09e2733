/** WooCommerce's product CSV. Variants stand below a row of their variable product. */
import { groupNameOf, variantName } from '../../../../contract/variants.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { listAddresses } from '../../../shop/catalogue/picture-addresses.ts';
import { toCsvRow } from '../../csv.ts';
import { type Format, toAbsoluteUrl, toPath } from './format.ts';
import { writeHtml } from './html.ts';
import { readWoo } from './woo.ts';
import { escapeCell, escapeCommas, escapeLineBreaks } from './woo-cells.ts';

/** The name of the only attribute. */
const ATTRIBUTE = 'Option';
const names = [
  ...['Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Description', 'In stock?'],
  ...['Stock', 'Backorders allowed?', 'Regular price', 'Categories', 'Images', 'Parent', 'Brands'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global'],
  // Not WooCommerce's: an import of the edited file into this shop keeps what was sold meanwhile.
  'stock_seen',
] as const;
type Cells = Partial<Record<(typeof names)[number], string>>;

export const woo: Format = {
  endings: [],
  hasLinks: true,
  read: readWoo,
  write: (origin) => ({
    header: toCsvRow(names),
    product: (product) => toRow(toSimple(product, origin)),
    variants(variants) {
      const rows = toGroup(variants, origin);
      return { text: rows.map(toRow).join(''), written: variants.length };
    },
    separator: '',
    footer: '',
  }),
};

function toRow(cells: Cells): string {
  return toCsvRow(names.map((name) => escapeCell(cells[name] ?? '')));
}

function toSimple(product: ProductRow, origin: string): Cells {
  return {
    Type: 'simple',
    Name: writeHtml(product.name),
    ...toTexts(product),
    ...toOffer(product, origin),
  };
}

function toGroup(variants: readonly ProductRow[], origin: string): Cells[] {
  const [first] = variants;
  if (first === undefined) return [];
  const { Description: shared = '' } = toTexts(first);
  const rows = variants.map((variant): Cells => {
    const option = optionOf(variant);
    const { Description = '' } = toTexts(variant);
    return {
      Type: 'variation',
      Name: writeHtml(variantName(groupNameOf(first), option)),
      // A variation without a description has that of the variable product.
      Description: Description === shared ? '' : Description,
      Parent: first.group_id,
      ...toAttribute([option]),
      ...toOffer(variant, origin),
    };
  });
  return [toParent(first, variants, origin), ...rows];
}

function toParent(first: ProductRow, variants: readonly ProductRow[], origin: string): Cells {
  return {
    Type: 'variable',
    SKU: first.group_id,
    Name: writeHtml(groupNameOf(first)),
    Published: variants.some(({ active }) => active === 1) ? '1' : '0',
    'Visibility in catalog': 'visible',
    'In stock?': '1',
    'Backorders allowed?': '0',
    Images: toPictures(first, origin),
    ...toTexts(first),
    ...toAttribute(variants.map(optionOf)),
  };
}

/** WooCommerce needs a value to tell variations apart. */
function optionOf({ option, id }: ProductRow): string {
  return option || id;
}

function toAttribute(values: readonly string[]): Cells {
  return {
    'Attribute 1 name': ATTRIBUTE,
    'Attribute 1 value(s)': values.map((value) => escapeCommas(writeHtml(value))).join(', '),
    'Attribute 1 visible': '1',
    'Attribute 1 global': '0',
  };
}

function toTexts({ description, categories, category, brand }: ProductRow): Cells {
  return {
    Description: escapeLineBreaks(writeHtml(description)),
    Categories: escapeCommas(
      toPath(categories || category)
        .map(writeHtml)
        .join(' > '),
    ),
    Brands: escapeCommas(writeHtml(brand)),
  };
}

function toOffer(product: ProductRow, origin: string): Cells {
  const { id, active, stock, cost_cents } = product;
  return {
    SKU: id,
    Published: active === 1 ? '1' : '0',
    'Visibility in catalog': 'visible',
    'In stock?': stock === 0 ? '0' : '1',
    Stock: String(stock ?? ''),
    'Backorders allowed?': '0',
    'Regular price': (cost_cents / 100).toFixed(2),
    Images: toPictures(product, origin),
    stock_seen: String(stock ?? ''),
  };
}

function toPictures({ image }: ProductRow, origin: string): string {
  return listAddresses(image)
    .map((address) => escapeCommas(toAbsoluteUrl(address, origin)))
    .join(', ');
}
