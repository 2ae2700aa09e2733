/** What a dry run would change, product by product. */
import type { Changes } from '../../server/operations/feeds/changes.ts';
import { escapeInvisible } from '../../server/platform/quote.ts';
import {
  type Field,
  type ProductColumn,
  type ProductFields,
  productColumns,
  productFields,
} from '../../server/shop/catalogue/fields/product-fields.ts';

/** Longer texts, such as descriptions, are cut. */
const VALUE_MAX_LENGTH = 60;

/** Describes each product in a line like `~ lamp: cost 12.5 → 9.99, stock 7 → 5` or `+ lamp: Desk Lamp, cost 12.5`. */
export function describeChanges({ added, updated }: Changes): string {
  const lines = [
    ...added.map((product) => {
      const [name, cost, stock] = (['name', 'cost_cents', 'stock'] as const).map((column) =>
        showValue(column, product),
      );
      return `+ ${product.id}: ${name}, cost ${cost}, stock ${stock}`;
    }),
    ...updated.map(({ row, fields }) => {
      const differences = productColumns
        .filter((column) => column in fields)
        .map((column) => describeDifference(column, row, { ...row, ...fields }));
      return `~ ${row.id}: ${differences.join(', ')}`;
    }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function describeDifference(
  column: ProductColumn,
  before: ProductFields,
  after: ProductFields,
): string {
  return `${productFields[column].name} ${showValue(column, before)} → ${showValue(column, after)}`;
}

/** The value as the shop's own feeds have it, shortened. */
function showValue<Column extends ProductColumn>(column: Column, fields: ProductFields): string {
  const { write }: Field<ProductFields[Column]> = productFields[column];
  const value = fields[column];
  const written = write === undefined ? value : write(value);
  if (column === 'stock' && value === null) return 'not counted';
  const text = Array.isArray(written)
    ? written.join(column === 'categories' ? ' > ' : ' ')
    : String(written ?? '');
  const short = text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text;
  return short === '' ? 'none' : escapeInvisible(short);
}
