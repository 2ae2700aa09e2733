/** Takes the last change of a product back: with the form that makes such changes. */
import { isDeepStrictEqual } from 'node:util';
import { beforeOf, type Fields, type Undo } from '../../../contract/desk.ts';
import { findEntries } from '../../operations/reports/operator-log.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Db, OperatorEntryRow, ProductRow } from '../../platform/storage/schema.ts';
import { type ProductColumn, productFields } from '../../shop/catalogue/fields/product-fields.ts';
import { toFieldText } from '../../shop/catalogue/fields/wire.ts';
import { take } from '../lists.ts';
import { describeChange, edited } from './edited.ts';

/** The reason in the log of stock that is what it was. */
const TAKEN_BACK = 'Taken back';

interface Change {
  before: Partial<ProductRow>;
  after: Partial<ProductRow> & { reason?: string };
}

/**
 * The form that takes back the last change, if the product has its values still, and it took nothing back itself: pressing
 * twice does not bring it again.
 * @param entries of the log, the newest first
 */
export function undoOf(
  row: ProductRow,
  [last, earlier]: readonly OperatorEntryRow[],
  key: string,
): Undo | undefined {
  const change = last && changeOf(last);
  if (!change || isUndo(change, earlier && changeOf(earlier))) return undefined;
  const { before, after } = change;
  // Safe: an entry of one product has its columns.
  const columns = Object.keys(before) as ProductColumn[];
  const former = { ...row, ...before };
  const fields = toUndoFields(columns, { row, former, after });
  const isStill = columns.every((column) => column === 'stock' || row[column] === after[column]);
  if (fields === undefined || !isStill) return undefined;
  const label = `Back: ${describeChange(columns, row, former)}`;
  return { label, fields: { ...fields, key, last: last.id } };
}

/** @returns undefined if the entry is not of a product's fields */
function changeOf({ action, before, after }: OperatorEntryRow): Change | undefined {
  if (action !== 'products changed' || before === null || after === null) return undefined;
  return { before: JSON.parse(before), after: JSON.parse(after) };
}

function isUndo({ before, after }: Change, earlier: Change | undefined): boolean {
  if (after.reason === TAKEN_BACK) return true;
  return isDeepStrictEqual(after, earlier?.before) && isDeepStrictEqual(before, earlier?.after);
}

interface Rows {
  row: ProductRow;
  former: ProductRow;
  after: Partial<ProductRow>;
}

/** What was sold since then stays sold. */
function toUndoFields(
  columns: readonly ProductColumn[],
  { row, former, after }: Rows,
): Fields | undefined {
  const [column, second] = columns;
  if (column === 'active' && !second) {
    return { intent: 'sale', active: former.active === 1 ? 'yes' : 'no' };
  }
  if (column === 'stock' && !second) {
    const stock = { intent: 'stock', reason: TAKEN_BACK };
    if (former.stock === null) return { ...stock, isCounted: 'no' };
    if (typeof after.stock !== 'number') return { ...stock, counted: String(former.stock) };
    return { ...stock, units: String(former.stock - after.stock) };
  }
  if (!columns.every((one) => one in edited)) return undefined;
  const pairs = columns.flatMap((one) => {
    const { name } = productFields[one];
    return [
      [name, toFieldText(one, former)],
      [beforeOf(name), toFieldText(one, row)],
    ];
  });
  return { intent: 'edit', ...Object.fromEntries(pairs) };
}

/** @param last the entry of the log that is taken back */
export async function refuseIfLate(db: Db, id: string, last: string): Promise<void> {
  const [entry] = await take(findEntries(db, { subject: id }), 1);
  if (entry?.id === last) return;
  throw new OperatorError(
    `${entry?.operator} has changed this product since. Nothing was taken back.`,
  );
}
