/** Takes the last change of a product back. */
import type { Fields, Undo } from '../../../contract/desk.ts';
import { type Assignment, setProduct } from '../../operations/feeds/apply/set-product.ts';
import { findEntries } from '../../operations/reports/operator-log.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OperatorServices } from '../../platform/services.ts';
import type { OperatorEntryRow, ProductRow } from '../../platform/storage/schema.ts';
import type { FieldName, ProductColumn } from '../../shop/catalogue/fields/product-fields.ts';
import { toFieldText } from '../../shop/catalogue/fields/wire.ts';
import { TAKEN_BACK } from '../fields.ts';
import { take } from '../lists.ts';
import { assign, describeChange } from './edited.ts';

/** A change of one product. The rows have only the columns that have changed. */
interface Change {
  columns: readonly ProductColumn[];
  before: ProductRow;
  after: ProductRow & { reason?: string };
}

/**
 * The form that takes back the last change, if the product has its values still, and it took nothing back itself: pressing
 * twice does not bring it again.
 * @param last the newest entry of the log
 */
export function undoOf(
  row: ProductRow,
  last: OperatorEntryRow | undefined,
  key: string,
): Undo | undefined {
  if (last === undefined) return undefined;
  const change = changeOf(last);
  if (change === undefined || change.after.reason === TAKEN_BACK) return undefined;
  const { columns, before, after } = change;
  const isStill = columns.every((column) => column === 'stock' || row[column] === after[column]);
  if (!isStill) return undefined;
  const units = unitsBack(change);
  const fields = units === undefined ? before : { ...before, stock: Number(row.stock) + units };
  const label = `Back: ${describeChange({ row, fields })}`;
  return { label, fields: { intent: 'undo', key, last: last.id } };
}

/** @throws OperatorError if somebody has changed the product since, and the errors of `setProduct` */
export async function takeBack(services: OperatorServices, id: string, { key, last }: Fields) {
  const [entry] = await take(findEntries(services.db, { subject: id }), 1);
  const change = entry && changeOf(entry);
  if (change === undefined || entry?.id !== last) {
    throw new OperatorError(
      `${entry?.operator} has changed this product since. Nothing was taken back.`,
    );
  }
  const { columns, before, after } = change;
  const units = unitsBack(change);
  const assignments = columns.map((column): [FieldName, Assignment] => {
    return column === 'stock' && units !== undefined
      ? ['stock_change', { name: 'stock', value: String(units) }]
      : assign(column, toFieldText(column, before), toFieldText(column, after));
  });
  const options = { key, reason: TAKEN_BACK, isExact: true };
  return setProduct(services, id, new Map(assignments), options);
}

/** @returns undefined if the entry is not of a product's fields */
function changeOf({ action, before, after }: OperatorEntryRow): Change | undefined {
  if (action !== 'products changed' || before === null || after === null) return undefined;
  const former: ProductRow = JSON.parse(before);
  // Safe: an entry of one product has its columns.
  const columns = Object.keys(former) as ProductColumn[];
  return { columns, before: former, after: JSON.parse(after) };
}

/** What was sold since then stays sold. @returns undefined unless stock was counted before and after */
function unitsBack({ before, after }: Change): number | undefined {
  const isCounted = typeof before.stock === 'number' && typeof after.stock === 'number';
  return isCounted ? Number(before.stock) - Number(after.stock) : undefined;
}
