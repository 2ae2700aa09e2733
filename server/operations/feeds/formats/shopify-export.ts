/** Shopify's product CSV. Exports have the older column names, which Shopify and other programs still accept. */
import type { ProductRow } from '../../../platform/storage/schema.ts';
import type { ProductColumn } from '../../../shop/catalogue/product-fields.ts';
import { toCsvRow } from '../../csv.ts';
import { type Format, toAbsoluteUrl } from './format.ts';
import { toHtml } from './html.ts';
import { fieldColumns, readShopify } from './shopify.ts';

export const shopify: Format = {
  endings: [],
  read: readShopify,
  write: (origin) => ({
    header: toCsvRow(exportedColumns.map(([name]) => name)),
    product: (product) => toCsvRow(exportedColumns.map(([, toCell]) => toCell(product, origin))),
    separator: '',
    footer: '',
  }),
};

type ToCell = (product: ProductRow, origin: string) => string;

/** The cells of columns whose format in Shopify's CSV differs from the stored one. */
const cells: { readonly [Column in ProductColumn]?: ToCell } = {
  description: ({ description }) => toHtml(description),
  cost_cents: ({ cost_cents }) => (cost_cents / 100).toFixed(2),
  image: ({ image }, origin) => toAbsoluteUrl(image, origin),
  active: ({ active }) => (active === 1 ? 'active' : 'draft'),
};

/** The columns of an export. */
const exportedColumns: readonly (readonly [string, ToCell])[] = [
  ['Handle', ({ id }) => id],
  ...fieldColumns.flatMap(({ column, names: [name] }): (readonly [string, ToCell])[] => {
    // Shopify's product category accepts only its own taxonomy.
    if (column === 'categories') return [];
    return [[name, cells[column] ?? ((product) => String(product[column] ?? ''))]];
  }),
  ['Published', ({ active }) => (active === 1 ? 'TRUE' : 'FALSE')],
  ['Option1 Name', () => 'Title'],
  ['Option1 Value', () => 'Default Title'],
  ['Variant SKU', ({ id }) => id],
  ['Variant Inventory Tracker', ({ stock }) => (stock === null ? '' : 'shopify')],
  ['Variant Inventory Policy', () => 'deny'],
  ['Variant Fulfillment Service', () => 'manual'],
  ['Variant Requires Shipping', () => 'TRUE'],
  ['Variant Taxable', () => 'TRUE'],
  ['Image Position', () => '1'],
];
