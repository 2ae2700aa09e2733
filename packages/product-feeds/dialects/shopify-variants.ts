/** The variants of a product in Shopify's table: each becomes a product of its own. */
import type { Row } from '../files/table.ts';
import type { FeedRecord, FeedShop } from '../records.ts';
import type { Columns } from './columns.ts';

interface Variants {
  handle: string;
  variants: readonly [Row, ...Row[]];
  /** One for each variant. */
  records: readonly FeedRecord[];
}

/**
 * Gives each variant its own id, name, option and picture. The id is the SKU. If the SKUs don't tell the variants apart,
 * it is made of product and option.
 * @returns the variants; and, if none of them has the product's own id, a change that takes the product from sale which
 *   has this id, because it had no variants when it was imported
 */
export function toVariants(
  { handle, variants, records }: Variants,
  table: Columns,
  shop: FeedShop,
): FeedRecord[] {
  const skus = variants.map((row) => table.cell(row, 'sku') ?? '');
  const haveSkus = new Set(skus).size === skus.length && skus.every(shop.isProductId);
  const shared = sharedCells(variants);
  const products = records.map((record, index): FeedRecord => {
    const row = variants[index] ?? variants[0];
    const option = optionOf(row, table, shop);
    const title = record.values.get('name');
    const values = new Map(record.values)
      .set('_id', haveSkus ? skus[index] : `${handle}:${shop.makeId(option)}`)
      .set('group', handle)
      .set('option', option);
    if (typeof title === 'string') values.set('name', shop.nameVariant(title, option));
    const image = table.cell(row, 'variant image');
    // Shopify shows the pictures of the product behind the variant's own.
    if (image !== undefined) values.set('image', [image, values.get('image') ?? []].flat());
    return { ...record, values, source: new Map([...shared, ...row.cells]) };
  });
  if (products.some(({ values }) => values.get('_id') === handle)) return products;
  const values = new Map<string, unknown>([
    ['_id', handle],
    ['active', false],
  ]);
  const [first] = products;
  return first === undefined ? [] : [...products, { ...first, values, isOnlyChange: true }];
}

function optionOf(row: Row, table: Columns, { joinOptions }: FeedShop): string {
  return joinOptions(
    ['option1', 'option2', 'option3'].flatMap((one) => table.cell(row, one) ?? []),
  );
}

/** The cells of the first row in columns that no other variant has, like the vendor. */
function sharedCells([first, ...others]: readonly [Row, ...Row[]]): [string, string][] {
  return [...first.cells].filter(([column]) => !others.some(({ cells }) => cells.has(column)));
}
