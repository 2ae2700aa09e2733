/** Writes Shopify's product CSV, with the older column names, which Shopify and other programs still accept. */
import { protect, toCsvRow } from '../files/cells.ts';
import { toHtml } from '../files/html.ts';
import type { FeedProduct, FeedShop, FeedWriter } from '../records.ts';
import { toAbsoluteUrl } from '../values.ts';
import { namesOf, ofVariants } from './dialect.ts';

/** A product or a variant, and the place that it has in its group. */
interface Exported extends FeedProduct {
  handle: string;
  name: string;
  isFirst: boolean;
  isVariant: boolean;
}

interface Column {
  name: string;
  toCell(product: Exported): string;
}

export function createShopifyWriter(shop: FeedShop, origin: string): FeedWriter {
  const columns = exportedColumns(shop, origin);
  return {
    header: toCsvRow(columns.map(({ name }) => name)),
    write(products) {
      const exported = toGroup(products);
      const rows = exported.map((one) =>
        toCsvRow(columns.map(({ toCell }) => protect(toCell(one)))),
      );
      const pictures = toPictureRows(exported, columns, origin).join('');
      return [...rows.slice(0, -1), ...rows.slice(-1).map((last) => last + pictures)];
    },
    hasGroups: true,
  };
}

function toSingle(product: FeedProduct): Exported {
  const { _id: handle, name } = product.fields;
  return { ...product, handle, name, isFirst: true, isVariant: false };
}

/**
 * Shopify has one status for all variants, so those that are not on sale are left out, unless none is. A single variant
 * is an ordinary product.
 */
function toGroup(variants: readonly FeedProduct[]): Exported[] {
  const onSale = variants.filter(({ fields }) => fields.active);
  const [first, ...others] = onSale.length > 0 ? onSale : variants;
  if (first === undefined) return [];
  if (others.length === 0) return [toSingle(first)];
  const shared = { handle: first.fields.group ?? '', name: first.groupName, isVariant: true };
  return [
    { ...first, ...shared, isFirst: true },
    // Shopify shows the product's picture for a variant without one.
    ...others.map((variant) => {
      const images = variant.images.length > 0 ? variant.images : first.images;
      return { ...variant, ...shared, images, isFirst: false };
    }),
  ];
}

function exportedColumns({ fields }: FeedShop, origin: string): readonly Column[] {
  const pictureOf = ({ images: [first = ''] }: Exported) => toAbsoluteUrl(first, origin);
  /** The cells of fields whose format in Shopify's CSV differs from the shop's. */
  const cells: Record<string, Column['toCell']> = {
    _id: ({ handle }) => handle,
    name: ({ name }) => name,
    description: (product) => toHtml(product.fields.description),
    cost: (product) => product.fields.cost.toFixed(2),
    image: pictureOf,
    active: (product) => (product.fields.active ? 'active' : 'draft'),
  };
  const ofVariant = (name: string, toCell: Column['toCell']): Column => ({ name, toCell });
  const ofProduct = (name: string, toCell: Column['toCell']): Column => {
    return { name, toCell: (row) => (row.isFirst ? toCell(row) : '') };
  };
  // Shopify's product category accepts only its own taxonomy.
  const exported = fields.filter(({ name, isOnlyRead }) => name !== 'categories' && !isOnlyRead);
  return [
    ...namesOf(exported, 'shopify').map(([field, [name]]) => {
      const toCell = cells[field] ?? ((product) => String(product.fields[field] ?? ''));
      return ofVariants.has(field) ? ofVariant(name, toCell) : ofProduct(name, toCell);
    }),
    ofProduct('Published', ({ fields: { active } }) => (active ? 'TRUE' : 'FALSE')),
    ofProduct('Option1 Name', ({ isVariant }) => (isVariant ? 'Option' : 'Title')),
    ofVariant('Option1 Value', ({ isVariant, fields: { option, _id } }) =>
      isVariant ? option || _id : 'Default Title',
    ),
    ofVariant('Variant SKU', ({ fields: { _id } }) => _id),
    ofVariant('Variant Inventory Tracker', ({ fields: { stock } }) =>
      stock === null ? '' : 'shopify',
    ),
    ofVariant('Variant Inventory Policy', () => 'deny'),
    ofVariant('Variant Fulfillment Service', () => 'manual'),
    ofVariant('Variant Requires Shipping', () => 'TRUE'),
    ofVariant('Variant Taxable', () => 'TRUE'),
    ofVariant('Variant Image', (row) => (row.isVariant ? pictureOf(row) : '')),
    ofProduct('Image Position', () => '1'),
  ];
}

/** A row for each further picture. Shopify has one list for all variants: that of the first. */
function toPictureRows(
  [first]: readonly Exported[],
  columns: readonly Column[],
  origin: string,
): string[] {
  const [, ...further] = first?.images ?? [];
  return further.map((address, index) => {
    const texts = new Map([
      ['Handle', first?.handle],
      ['Image Src', toAbsoluteUrl(address, origin)],
      ['Image Position', String(index + 2)],
    ]);
    return toCsvRow(columns.map(({ name }) => protect(texts.get(name) ?? '')));
  });
}
