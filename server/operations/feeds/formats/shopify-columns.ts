/** The columns of Shopify's product CSV, with the names of all its generations. */
import { productColumns, productFields } from '../../../shop/catalogue/product-fields.ts';
import type { Row } from './table.ts';

/** The fields for which Shopify has a column. */
export const fieldColumns = productColumns.flatMap((column) => {
  const { name, shopify: names } = productFields[column];
  return names === undefined ? [] : [{ column, name, names }];
});

/** The names of each column that an import reads. Messages about a missing column use the first name. */
const columns: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
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

/** The columns of one table. Both generations of names are known, in any case. */
export class Columns {
  readonly #names = new Map<string, string>();
  readonly #present = new Set<string>();

  constructor(header: readonly string[]) {
    for (const [column, names] of columns) {
      const known = names.map((name) => name.toLowerCase());
      const found = header.find((name) => known.includes(name.toLowerCase()));
      this.#names.set(column, found ?? names[0]);
      if (found !== undefined) this.#present.add(column);
    }
  }

  has(column: string): boolean {
    return this.#present.has(column);
  }

  name(column: string): string {
    return this.#names.get(column) ?? column;
  }

  /** @returns undefined if the cell is empty, or if the table lacks the column */
  cell({ cells }: Row, column: string): string | undefined {
    return cells.get(this.name(column))?.trim();
  }
}
