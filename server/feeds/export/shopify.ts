/**
 * Shopify's product CSV, with the older names of columns, which other programs know as well. Shopify
 * takes both. Its product category is one of its own taxonomy: the shop's goes into the type.
 */
import { toHtml } from '../import/html.ts';
import { toCsvRow } from './cells.ts';
import { type Feed, wholeAddress } from './feed.ts';

const columns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Image Src',
  'Image Position',
  'Status',
] as const;

export function openShopify(origin: string): Feed {
  return {
    head: toCsvRow(columns),
    write(product) {
      const isCounted = product.stock !== null;
      const isActive = product.active === 1;
      const cells: Record<(typeof columns)[number], string> = {
        Handle: product.id,
        Title: product.name,
        'Body (HTML)': toHtml(product.description),
        Vendor: product.brand,
        Type: product.category,
        Published: isActive ? 'TRUE' : 'FALSE',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': product.id,
        'Variant Inventory Tracker': isCounted ? 'shopify' : '',
        'Variant Inventory Qty': isCounted ? String(product.stock) : '',
        'Variant Inventory Policy': 'deny',
        'Variant Fulfillment Service': 'manual',
        'Variant Price': (product.cost_cents / 100).toFixed(2),
        'Variant Requires Shipping': 'TRUE',
        'Variant Taxable': 'TRUE',
        'Image Src': wholeAddress(product.image, origin),
        'Image Position': '1',
        Status: isActive ? 'active' : 'draft',
      };
      return toCsvRow(columns.map((column) => cells[column]));
    },
    foot: '',
  };
}
