/** A product as the API, the pages and the shop's own feeds have it: its fields by their names. */
import type { Product } from '../../../../contract/catalogue.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { ProductDetails, Variant } from '../../../../contract/pages.ts';
import { picturePath } from '../../../../contract/pictures.ts';
import { type NamesShown, type Place, shownFields } from '../../../../contract/product-fields.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { placeholderPath } from './placeholder.ts';
import {
  type Field,
  type ProductColumn,
  type ProductFieldTable,
  productColumns,
  productFields,
} from './product-fields.ts';

const inLists = columnsShown('list');
const inVariants = [...inLists, ...columnsShown('variants')];
const inDetails = [...inVariants, ...columnsShown('details')];

type ColumnsShown<In extends Place> = {
  [Column in ProductColumn]: ProductFieldTable[Column]['name'] extends NamesShown<In>
    ? Column
    : never;
}[ProductColumn];

/** The columns of the fields that the contract shows there. */
function columnsShown<In extends Place>(place: In): ColumnsShown<In>[] {
  const fields = new Map<string, { shown: Place }>(Object.entries(shownFields));
  return productColumns.filter(
    (column): column is ColumnsShown<In> => fields.get(productFields[column].name)?.shown === place,
  );
}

/** What `toProduct` needs. */
export const listColumns = ['position', 'id', 'stock', 'picture', ...inLists] as const;
/** What `toProductDetails` needs. */
export const detailColumns = ['id', 'picture', ...inDetails] as const;
/** What `toVariant` needs. */
export const variantColumns = ['id', 'picture', ...inVariants] as const;

/**
 * The fields that the API has of a product in a list.
 * @param lowestCosts in cents by group, of the groups whose variants differ in cost
 */
export function toProduct(
  row: Pick<ProductRow, (typeof listColumns)[number]>,
  lowestCosts: ReadonlyMap<string, number>,
): Product {
  return {
    ...toShown(show(row, inLists), row.picture),
    ...availability(row),
    ...costFrom(row, lowestCosts),
  };
}

export function toVariant(row: Pick<ProductRow, (typeof variantColumns)[number]>): Variant {
  return { ...toShown(show(row, inVariants), row.picture), ...availability(row) };
}

export function toProductDetails(
  row: Pick<ProductRow, (typeof detailColumns)[number]>,
  lowestCosts: ReadonlyMap<string, number>,
): Omit<ProductDetails, 'pictures' | 'variants'> {
  return {
    ...toShown(show(row, inDetails), row.picture),
    ...availability(row),
    ...costFrom(row, lowestCosts),
  };
}

function availability({ stock }: Pick<ProductRow, 'stock'>): Pick<Product, 'available'> {
  return stock === 0 ? { available: false } : {};
}

function costFrom(
  { group_id }: Pick<ProductRow, 'group_id'>,
  lowestCosts: ReadonlyMap<string, number>,
): Pick<Product, 'costFrom'> {
  const lowest = lowestCosts.get(group_id);
  return lowest === undefined ? {} : { costFrom: toDollars(lowest) };
}

type ShownFields = {
  name: string;
  image: string | string[];
  group: string | null;
  option: string | null;
};

/**
 * Products that are no variants have neither group nor option. A picture of the shop's own comes
 * before the first one of the feed; without any, one is drawn.
 */
function toShown<P extends ShownFields>({ group, option, ...product }: P, picture: string) {
  const image: string | string[] = product.image;
  const first = typeof image === 'string' ? image : image[0];
  return {
    ...product,
    image: picture ? picturePath(picture) : first || placeholderPath(product.name),
    ...(group !== null && { group }),
    ...(option !== null && { option }),
  };
}

/**
 * Every field by its own name, so that an import of the record restores the product completely. `stock_seen` is the stock
 * at the export: an import of an edited record applies the difference, and keeps what was sold meanwhile.
 */
export function toOwnRecord(row: ProductRow) {
  return { ...show(row, productColumns), stock_seen: row.stock };
}

/** A field as tables have it; empty for none. */
export function toFieldText<Column extends ProductColumn>(
  column: Column,
  fields: Pick<ProductRow, Column>,
): string {
  const value = fields[column];
  // Lists are one text here.
  if (typeof value === 'string') return value;
  const { write }: Field<ProductRow[Column]> = productFields[column];
  return String((write === undefined ? value : write(value)) ?? '');
}

/** Fields by their own names, with the values that the API has. */
type Shown<Columns extends ProductColumn> = { _id: string } & {
  [Column in Columns as ProductFieldTable[Column]['name']]: ProductFieldTable[Column] extends {
    write(value: never): infer Written;
  }
    ? Written
    : ProductRow[Column];
};

function show<Column extends ProductColumn>(
  row: Pick<ProductRow, 'id' | Column>,
  columns: readonly Column[],
): Shown<Column> {
  const shown: Record<string, unknown> = { _id: row.id };
  for (const column of columns) {
    const { name, write }: Field<ProductRow[Column]> = productFields[column];
    shown[name] = write === undefined ? row[column] : write(row[column]);
  }
  // Safe: the names and values are those of the table.
  return shown as Shown<Column>;
}
