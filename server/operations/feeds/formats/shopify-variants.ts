/** The variants of a product in Shopify's table: each becomes a product of its own. */
import { OPTION_SEPARATOR, variantName } from '../../../../contract/variants.ts';
import { isProductId, isReservedProductId } from '../../../shop/catalogue/rules.ts';
import { makeId } from '../ids.ts';
import type { Columns } from './columns.ts';
import type { FeedRecord } from './format.ts';
import type { Row } from './table.ts';

/** Shopify's own limit. */
export const VARIANTS_MAX = 2_048;

interface Product {
  handle: string;
  variants: readonly [Row, ...Row[]];
}

/**
 * Gives each variant its own id, name, option and picture. The id is the SKU. If the SKUs don't tell the variants apart,
 * it is made of product and option.
 * @param records one for each variant
 * @returns the variants; and, if none of them has the product's own id, a change that takes a product from sale which
 *   an earlier release imported for all variants at the price of the first one
 */
export function toVariants(
  { handle, variants }: Product,
  records: readonly FeedRecord[],
  table: Columns,
): FeedRecord[] {
  const skus = variants.map((row) => table.cell(row, 'sku') ?? '');
  const haveSkus = new Set(skus).size === skus.length && skus.every(isUsableId);
  const shared = sharedCells(variants);
  const products = variants.map((row, index): FeedRecord => {
    const { values, ...record } = records[index] as FeedRecord; // one for each variant
    const option = optionOf(row, table);
    const title = values.get('name');
    const own = new Map(values)
      .set('_id', haveSkus ? skus[index] : `${handle}:${makeId('', option)}`)
      .set('group', handle)
      .set('option', option);
    if (typeof title === 'string') own.set('name', variantName(title, option));
    const image = table.cell(row, 'variant image');
    // Shopify shows the pictures of the product behind the variant's own.
    if (image !== undefined) own.set('image', [image, values.get('image') ?? []].flat());
    return { ...record, values: own, source: new Map([...shared, ...row.cells]) };
  });
  const isOwnId = products.some(({ values }) => values.get('_id') === handle);
  const values = new Map<string, unknown>([
    ['_id', handle],
    ['active', false],
  ]);
  const [{ line }] = variants;
  return isOwnId ? products : [...products, { line, values, isOnlyChange: true }];
}

function optionOf(row: Row, table: Columns): string {
  const values = ['option1', 'option2', 'option3'].flatMap((name) => table.cell(row, name) ?? []);
  return values.join(OPTION_SEPARATOR);
}

function isUsableId(sku: string): boolean {
  return sku !== '' && isProductId(sku) && !isReservedProductId(sku);
}

/** The cells of the first row in columns that no other variant has, like the vendor. */
function sharedCells([first, ...others]: readonly [Row, ...Row[]]): [string, string][] {
  return [...first.cells].filter(([column]) => !others.some(({ cells }) => cells.has(column)));
}
