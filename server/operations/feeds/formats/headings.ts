/** The headings that people give the shop's fields in tables of their own, in any case. The first one wins. */
import { type FieldName, fieldNames } from '../../../shop/catalogue/fields/product-fields.ts';
import { MalformedInput } from '../errors.ts';

const headings: Partial<Record<FieldName, readonly string[]>> = {
  _id: ['id', 'sku', 'product id', 'item id', 'product code', 'article number', 'item number'],
  name: ['title', 'product name', 'product title', 'product', 'item name', 'item'],
  category: ['product category', 'product type', 'type', 'collection', 'department'],
  brand: ['vendor', 'manufacturer', 'maker'],
  description: ['product description', 'body html', 'body', 'details'],
  // A column "Cost" beside a price is what the merchant pays.
  cost: ['price', 'unit price', 'regular price', 'retail price', 'price usd', 'sale price', 'cost'],
  rating: ['stars', 'average rating'],
  image: [
    ...['picture', 'photo', 'images', 'pictures', 'photos', 'image url', 'image link', 'image src'],
    ...['picture url', 'photo url', 'main image', 'image 1', 'image urls'],
  ],
  stock: [
    ...['quantity', 'qty', 'inventory', 'stock quantity', 'stock level', 'quantity in stock'],
    ...['inventory quantity', 'available quantity', 'units in stock', 'on hand'],
  ],
  active: ['published', 'visible', 'enabled', 'on sale', 'for sale'],
};

/** `Price (USD)`, `price_usd` and `Price USD` are one heading. A price in another currency is no price of the shop. */
function fold(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/(?:[^\p{L}\p{N}\p{Sc}]|\$)+/gu, ' ')
    .trim();
}

/**
 * @param header the names of a table's columns
 * @returns the columns of fields that the table doesn't have by the shop's own names
 * @throws MalformedInput if two columns have the heading of a field
 */
export function findHeadings(header: readonly string[]): Map<FieldName, string> {
  const found = new Map<FieldName, string>();
  const columns = Map.groupBy(header, fold);
  for (const field of fieldNames) {
    if (header.includes(field)) continue;
    const others = headings[field] ?? [];
    const candidates = others.includes(field) ? others : [fold(field), ...others];
    const heading = candidates.find((candidate) => columns.has(candidate));
    const [column, other] = (heading !== undefined && columns.get(heading)) || [];
    if (other !== undefined) {
      throw new MalformedInput(
        1,
        `has two columns for ${field}, ${column} and ${other}: rename one`,
      );
    }
    if (column !== undefined) found.set(field, column);
  }
  return found;
}
