/** The fields of a product that are edited at the desk, and how a change of them is said. */
import { formatCents } from '../../../contract/money.ts';
import { showValue } from '../../operations/feeds/report.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { type ProductColumn, productFields } from '../../shop/catalogue/fields/product-fields.ts';

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

/** Says it like `Price $15 → $12, on sale yes → no`. */
export function describeChange(
  columns: readonly ProductColumn[],
  from: ProductRow,
  to: ProductRow,
) {
  const parts = columns.map((column) => {
    const label = edited[column]?.label ?? titleOf(column);
    return `${label} ${describe(column, from)} → ${describe(column, to)}`;
  });
  return parts.join(', ');
}

const titleOf = (column: ProductColumn) =>
  column === 'active' ? 'on sale' : productFields[column].name;

function describe(column: ProductColumn, row: ProductRow): string {
  if (column === 'active') return row.active === 1 ? 'yes' : 'no';
  return column === 'cost_cents' ? formatCents(row.cost_cents) : showValue(column, row);
}
