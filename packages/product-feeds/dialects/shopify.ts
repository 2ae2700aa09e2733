/**
 * Reads Shopify's product CSV, with the column names of all its generations.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import type { Row, Rows } from '../files/table.ts';
import {
  type FeedEntry,
  type FeedField,
  type FeedRecord,
  type FeedShop,
  InvalidValue,
} from '../records.ts';
import { quote } from '../values.ts';
import {
  allOf,
  Cells,
  Columns,
  type Dialect,
  type Reading,
  toRecord,
  withoutNumber,
} from './dialect.ts';

/** Shopify's own limit. */
const VARIANTS_MAX = 2_048;
const OF_ROWS = ['group', 'option'];
const OPTIONS = ['option 1', 'option 2', 'option 3'];
/** Whether shoppers see a product with this status. */
const statuses = new Map([
  ['active', true],
  ['draft', false],
  ['archived', false],
  ['unlisted', false],
]);
/** Whether a product is sold on without stock. Newer tables have yes or no. */
const policies = new Map([
  ['deny', false],
  ['continue', true],
]);

const shopify: Dialect = {
  program: 'shopify',
  columns: {
    published: ['Published', 'Published on online store'],
    sku: ['Variant SKU', 'SKU'],
    'option 1': ['Option1 Value'],
    'option 2': ['Option2 Value'],
    'option 3': ['Option3 Value'],
    'variant image': ['Variant Image', 'Variant image URL'],
    tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
    policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
    position: ['Image Position'],
  },
  others:
    /^(tags|collection|option\d (name|linked to)|(variant )?(grams|weight.*|fulfillment service|requires shipping|taxable|barcode|tax code)|(variant )?compare[ -]at price|cost per item|charge tax|.*unit price.*|image alt text|gift card|seo .*|google.*|(included|price|compare[ -]at price) ?\/.*|.*(international|united states)|.*metafields?[.:].*|template suffix)$/,
  fold: (name) => name.toLowerCase(),
  readers: {
    description: (cells) => cells.html('description'),
    categories: (cells) => withoutNumber(cells.text('categories')),
    stock: readStock,
    active: ({ parent }) =>
      allOf(
        parent.word('active', statuses, 'active, draft, archived or unlisted'),
        parent.truth('published'),
      ),
  },
};

interface Product {
  handle: string | undefined;
  /** The rows with a price of their own. The first one has the texts, also those of the others. */
  variants: [Row, ...Row[]];
  /** In the order of their positions, at most as many as a product may have. */
  pictures: readonly { image: string; position: number }[];
}

export function isShopifyHeader(header: readonly string[], reading: Reading): boolean {
  const columns = Columns.of(
    [...new Set(header.map((name) => name.toLowerCase()))],
    shopify,
    reading,
  );
  const has = (field: string) => columns.has(field);
  return has('_id') && has('name') && (has('cost') || has('brand'));
}

/**
 * A product is a row with all directly following rows with the same handle, which have its other variants and further
 * images. An unreadable row between them does not end the product.
 */
export async function* readShopify(
  header: readonly string[],
  rows: Rows,
  reading: Reading,
): AsyncGenerator<FeedEntry> {
  const { shop } = reading;
  const columns = Columns.of(header, shopify, reading);
  let product: Product | undefined;
  for await (const row of rows) {
    if ('problem' in row) {
      yield row;
      continue;
    }
    const cells = new Cells(columns, row, shop);
    const handle = cells.own('_id');
    if (product === undefined || handle === undefined || handle !== product.handle) {
      if (product !== undefined) yield* toProducts(product, columns, shop);
      product = { handle, variants: [row], pictures: [] };
    } else if (['cost', 'option 1', 'sku'].some((name) => cells.own(name) !== undefined)) {
      // Rows with further images are no variants.
      if (product.variants.length < VARIANTS_MAX) product.variants.push(row);
      else yield { line: row.line, problem: `is a variant too many: ${VARIANTS_MAX} are possible` };
    }
    product.pictures = withPictureOf(cells, product.pictures).slice(0, shop.picturesMax);
  }
  if (product !== undefined) yield* toProducts(product, columns, shop);
}

/** Adds the picture of a row, if it has one; without a position it follows those with one. */
function withPictureOf(cells: Cells, pictures: Product['pictures']) {
  const image = cells.own('image');
  if (image === undefined) return pictures;
  const text = cells.own('position') ?? '';
  const position = /^\d{1,9}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
  return [...pictures, { image, position }].toSorted((one, other) => one.position - other.position);
}

/**
 * Gives each of several variants its own id, name, option and picture. The id is the SKU. If the SKUs don't tell the variants
 * apart, it is made of product and option.
 * @returns the variants; and, if none of them has the product's own id, a change that takes the product from sale which
 *   has this id, because it had no variants when it was imported
 */
function toProducts(
  { variants, handle, pictures }: Product,
  columns: Columns,
  shop: FeedShop,
): FeedRecord[] {
  const [first, ...others] = variants;
  const shared = pictures.map(({ image }) => image);
  const rows = variants.map((row) => ({ row, cells: new Cells(columns, row, shop, first) }));
  if (others.length === 0 || handle === undefined) {
    const image = shared.length === 0 ? undefined : shared;
    return rows.map(({ row: { line, cells: source }, cells }) =>
      toRecord(fieldsOf(shop), shopify.readers, { cells, line, source, own: { image } }),
    );
  }
  const skus = rows.map(({ cells }) => cells.own('sku') ?? '');
  const haveSkus = new Set(skus).size === skus.length && skus.every(shop.isProductId);
  // The cells of the first row in columns that no other variant has, like the vendor.
  const ofAll = [...first.cells].filter(([name]) => !others.some(({ cells }) => cells.has(name)));
  const products = rows.map(({ row: { line, cells: source }, cells }, index) => {
    const option = shop.joinOptions(OPTIONS.flatMap((one) => cells.own(one) ?? []));
    const title = cells.text('name');
    // Shopify shows the pictures of the product behind the variant's own.
    const images = [cells.own('variant image') ?? [], shared].flat();
    const own = {
      _id: haveSkus ? skus[index] : `${handle}:${shop.makeId(option)}`,
      name: title && shop.nameVariant(title, option),
      image: images.length === 0 ? undefined : images,
      group: handle,
      option,
    };
    cells.names.set('option', columns.name('option 1'));
    if (haveSkus) cells.names.set('_id', columns.name('sku'));
    const all = new Map([...ofAll, ...source]);
    return toRecord(fieldsOf(shop), shopify.readers, { cells, line, source: all, own });
  });
  const [product] = products;
  if (product === undefined || products.some(({ values }) => values.get('_id') === handle)) {
    return products;
  }
  const values = new Map<string, unknown>([
    ['_id', handle],
    ['active', false],
  ]);
  return [...products, { ...product, values, isOnlyChange: true }];
}

/** Shopify has no column for a group and its options, but rows. */
function fieldsOf({ fields }: FeedShop): readonly FeedField[] {
  return fields.filter(({ name, shopify: names }) => names || OF_ROWS.includes(name));
}

/**
 * Reads the stock. Oversold stock is 0. The stock is not counted if Shopify continues to sell without stock.
 * @returns units; null if the stock is not counted; undefined if the table has no stock
 */
function readStock(cells: Cells): number | null | undefined | InvalidValue {
  const units = cells.own('stock');
  const isSoldOn = cells.truth('policy', policies, 'deny or continue, ');
  if (isSoldOn instanceof InvalidValue) return isSoldOn;
  if (isSoldOn) return null;
  if (units === undefined) return undefined;
  if (cells.columns.has('tracker') && cells.own('tracker') === undefined) return null;
  if (/^-?\d{1,15}$/.test(units)) return Math.max(0, Number(units));
  return new InvalidValue(`must be a whole number, not ${quote(units)}`);
}
