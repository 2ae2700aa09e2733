/** The columns of Shopify's product CSV, with the names of all its generations. */
import { productColumns, productFields } from '../../../shop/catalogue/fields/product-fields.ts';
import type { ColumnNames } from './columns.ts';

/** The fields for which Shopify has a column. */
export const fieldColumns = productColumns.flatMap((column) => {
  const { name, shopify: names } = productFields[column];
  return names === undefined ? [] : [{ column, name, names }];
});

/** The names of each column that an import reads. Messages about a missing column use the first name. */
export const shopifyColumns: ColumnNames = new Map<string, readonly [string, ...string[]]>([
  ['_id', ['Handle', 'URL handle']],
  ...fieldColumns.map(({ name, names }) => [name, names] as const),
  ['published', ['Published', 'Published on online store']],
  ['sku', ['Variant SKU', 'SKU']],
  ['option1', ['Option1 Value']],
  ['option2', ['Option2 Value']],
  ['option3', ['Option3 Value']],
  ['variant image', ['Variant Image', 'Variant image URL']],
  ['tracker', ['Variant Inventory Tracker', 'Inventory tracker']],
  ['policy', ['Variant Inventory Policy', 'Continue selling when out of stock']],
  ['position', ['Image Position']],
  // The shop's own columns, which Shopify ignores.
  ['stock_seen', ['stock_seen']],
  ['stock_change', ['stock_change']],
]);
