/** The fields of a product that are edited at the desk, and how a change of them is said. */
import { formatCents } from '../../../contract/money.ts';
import type { Changes } from '../../operations/feeds/apply/changes.ts';
import type { Assignment } from '../../operations/feeds/apply/set-product.ts';
import { showValue } from '../../operations/feeds/report.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import {
  type FieldName,
  type ProductColumn,
  productFields,
} from '../../shop/catalogue/fields/product-fields.ts';

interface Shown {
  label: string;
  hint?: string;
  isLong?: true;
}

/** What is edited as a text, in the order of the form. */
export const edited: { [Column in ProductColumn]?: Shown } = {
  name: { label: 'Name' },
  cost_cents: { label: 'Price', hint: 'In dollars' },
  description: { label: 'Description', isLong: true },
  brand: { label: 'Brand' },
  category: { label: 'Category' },
  categories: { label: 'Path of categories', hint: 'Home > Lighting > Lamps' },
  group_id: { label: 'Group', hint: 'The same word for all variants of one thing' },
  option: { label: 'Option', hint: 'What tells this variant apart: Small, Red / 42' },
  tax: { label: 'Rate of tax', hint: 'Empty for the usual one' },
  rating_halves: { label: 'Rating', hint: '0 to 5' },
  popularity: { label: 'Popularity', hint: 'The larger, the earlier among equals' },
  image: { label: 'Addresses of pictures elsewhere, one a line', isLong: true },
};
// Safe: the keys of the literal above.
export const editedColumns = Object.keys(edited) as ProductColumn[];

const labelOf = (column: ProductColumn) =>
  edited[column]?.label ?? (column === 'active' ? 'on sale' : productFields[column].name);

/** @param before the text that the operator saw */
export function assign(
  column: ProductColumn,
  value: string,
  before: string | undefined,
): [FieldName, Assignment] {
  // Safe: the names are those of the table.
  return [productFields[column].name as FieldName, { name: labelOf(column), value, before }];
}

/** Says it like `Price $15 → $12, on sale yes → no`. */
export function describeChange({ row, fields }: Changes['updated'][number]): string {
  const after = { ...row, ...fields };
  // Safe: these are fields of a row.
  const columns = Object.keys(fields) as ProductColumn[];
  return columns
    .map((column) => `${labelOf(column)} ${describe(column, row)} → ${describe(column, after)}`)
    .join(', ');
}

function describe(column: ProductColumn, row: ProductRow): string {
  if (column === 'active') return row.active === 1 ? 'yes' : 'no';
  return column === 'cost_cents' ? formatCents(row.cost_cents) : showValue(column, row);
}
