/** Shopify's product CSV. Exports have the older column names, which Shopify and other programs still accept. */
import { groupNameOf } from '../../../../contract/variants.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { firstAddress, listAddresses } from '../../../shop/catalogue/fields/picture-addresses.ts';
import type { ProductColumn } from '../../../shop/catalogue/fields/product-fields.ts';
import { toCsvRow } from '../../csv.ts';
import { type Format, toAbsoluteUrl } from './format.ts';
import { toHtml } from './html.ts';
import { readShopify } from './shopify.ts';
import { fieldColumns } from './shopify-columns.ts';

export const shopify: Format = {
  endings: [],
  hasLinks: true,
  read: readShopify,
  write(origin) {
    const toRows = (products: readonly Exported[]) => [
      ...products.map((one) => toCsvRow(exportedColumns.map(({ toCell }) => toCell(one, origin)))),
      ...products.slice(0, 1).flatMap((first) => toPictureRows(first, origin)),
    ];
    return {
      header: toCsvRow(exportedColumns.map(({ name }) => name)),
      product: (product) => toRows([toSingle(product)]).join(''),
      variants(variants) {
        const written = toGroup(variants);
        return { text: toRows(written).join(''), written: written.length };
      },
      separator: '',
      footer: '',
    };
  },
};

/** A product or a variant, and the place that it has in its group. */
interface Exported extends ProductRow {
  handle: string;
  isFirst: boolean;
  isVariant: boolean;
}

function toSingle(product: ProductRow): Exported {
  return { ...product, handle: product.id, isFirst: true, isVariant: false };
}

/**
 * Shopify has one status for all variants, so those that are not on sale are left out, unless none is. A single variant
 * is an ordinary product.
 */
function toGroup(variants: readonly ProductRow[]): Exported[] {
  const onSale = variants.filter(({ active }) => active === 1);
  const [first, ...others] = onSale.length > 0 ? onSale : variants;
  if (first === undefined) return [];
  if (others.length === 0) return [toSingle(first)];
  const shared = { handle: first.group_id, isVariant: true };
  return [
    { ...first, ...shared, name: groupNameOf(first), isFirst: true },
    // Shopify shows the product's picture for a variant without one.
    ...others.map((variant) => ({
      ...variant,
      ...shared,
      image: variant.image || first.image,
      isFirst: false,
    })),
  ];
}

type ToCell = (product: Exported, origin: string) => string;

interface Column {
  name: string;
  toCell: ToCell;
}

const pictureOf: ToCell = ({ image }, origin) => toAbsoluteUrl(firstAddress(image), origin);

/** The cells of columns whose format in Shopify's CSV differs from the stored one. */
const cells: { readonly [Column in ProductColumn]?: ToCell } = {
  description: ({ description }) => toHtml(description),
  cost_cents: ({ cost_cents }) => (cost_cents / 100).toFixed(2),
  image: pictureOf,
  active: ({ active }) => (active === 1 ? 'active' : 'draft'),
};

/** The columns that each variant has for itself. Only the first row of a product has the others. */
const ofVariants: ReadonlySet<ProductColumn> = new Set(['cost_cents', 'stock']);

function ofProduct(name: string, toCell: ToCell): Column {
  return { name, toCell: (row, origin) => (row.isFirst ? toCell(row, origin) : '') };
}

function ofVariant(name: string, toCell: ToCell): Column {
  return { name, toCell };
}

/** The columns of an export. */
const exportedColumns: readonly Column[] = [
  ofVariant('Handle', ({ handle }) => handle),
  ...fieldColumns.flatMap(({ column, names: [name] }): Column[] => {
    // Shopify's product category accepts only its own taxonomy.
    if (column === 'categories') return [];
    const toCell: ToCell = cells[column] ?? ((product) => String(product[column] ?? ''));
    return [ofVariants.has(column) ? ofVariant(name, toCell) : ofProduct(name, toCell)];
  }),
  ofProduct('Published', ({ active }) => (active === 1 ? 'TRUE' : 'FALSE')),
  ofProduct('Option1 Name', ({ isVariant }) => (isVariant ? 'Option' : 'Title')),
  ofVariant('Option1 Value', ({ isVariant, option, id }) =>
    isVariant ? option || id : 'Default Title',
  ),
  ofVariant('Variant SKU', ({ id }) => id),
  ofVariant('Variant Inventory Tracker', ({ stock }) => (stock === null ? '' : 'shopify')),
  ofVariant('Variant Inventory Policy', () => 'deny'),
  ofVariant('Variant Fulfillment Service', () => 'manual'),
  ofVariant('Variant Requires Shipping', () => 'TRUE'),
  ofVariant('Variant Taxable', () => 'TRUE'),
  ofVariant('Variant Image', (row, origin) => (row.isVariant ? pictureOf(row, origin) : '')),
  ofProduct('Image Position', () => '1'),
  // Not Shopify's: an import of the edited file into this shop keeps what was sold meanwhile.
  ofVariant('stock_seen', ({ stock }) => String(stock ?? '')),
];

/** A row for each further picture. Shopify has one list for all variants: that of the first. */
function toPictureRows({ handle, image }: Exported, origin: string): string[] {
  const [, ...further] = listAddresses(image);
  return further.map((address, index) => {
    const texts = new Map([
      ['Handle', handle],
      ['Image Src', toAbsoluteUrl(address, origin)],
      ['Image Position', String(index + 2)],
    ]);
    return toCsvRow(exportedColumns.map(({ name }) => texts.get(name) ?? ''));
  });
}
