/** Changes fields of one product, as a record of an import does. */
import { OperatorError } from '../../../platform/operator-error.ts';
import { logChange } from '../../../platform/operator-log.ts';
import { quote } from '../../../platform/quote.ts';
import type { OperatorServices } from '../../../platform/services.ts';
import { lockCatalogue } from '../../../platform/storage/locks.ts';
import type { ProductRow, Tx } from '../../../platform/storage/schema.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import {
  type FieldName,
  productColumns,
  productFields,
} from '../../../shop/catalogue/fields/product-fields.ts';
import { toFieldText } from '../../../shop/catalogue/fields/wire.ts';
import { lockProductRows, writeVersion } from '../../../shop/catalogue/store.ts';
import { readTaxKeys } from '../../../shop/identity/sale-terms.ts';
import { describeMissing } from '../../reports/products.ts';
import { checkEntry, problemsOf } from '../validation.ts';
import { type Changes, findChanges, writeChanges } from './changes.ts';

export interface Assignment {
  /** What the operator calls the field, for messages. */
  name: string;
  /** As a file has it; empty for the default. */
  value: string;
  /** What the operator saw. The change is refused if it is another by now. */
  before?: string | undefined;
}

export interface SetOptions {
  /** A name for the change: the same one again changes nothing. */
  key?: string | undefined;
  /** Why, for the log. */
  reason?: string | undefined;
  /** Whether to refuse to take more units out than there are. Otherwise none is left. */
  isExact?: boolean;
}

/**
 * Changes all fields in one transaction, or none.
 * @returns the product's change, with the row before it; none if it has these values already
 * @throws OperatorError with all problems, if there is no such product, or if somebody has changed a field meanwhile
 */
export async function setProduct(
  services: OperatorServices,
  id: string,
  assignments: ReadonlyMap<FieldName, Assignment>,
  { key, reason, isExact = false }: SetOptions = {},
): Promise<Pick<Changes, 'updated' | 'clamped'>> {
  const { db, newId } = services;
  const changes = await transact(
    db,
    async (tx) => {
      await lockCatalogue(tx);
      const [row] = await lockProductRows(tx, [id]);
      if (row === undefined) return undefined;
      if (key !== undefined && (await isLogged(tx, id, key))) return nothing;
      await refuseIfChanged(tx, row, assignments);
      const record = { ...toRecord(id, assignments), line: 1 };
      const checked = checkEntry(record, 'import', noOtherIds, await readTaxKeys(tx));
      const problems = problemsOf(checked, row);
      if (problems.length > 0) {
        const lines = problems.map(({ field = '', message }) => `${field}: ${message}`);
        throw new OperatorError(lines.join('\n'));
      }
      const found = findChanges([{ ...checked, line: 1 }], new Map([[id, row]]));
      const [change] = found.updated;
      const [less] = found.clamped;
      if (less && isExact) throw new OperatorError(`There are only ${less.stock}.`);
      if (change === undefined) return found;
      const at = services.now();
      await writeChanges(tx, found, 0, { reason: 'update', at });
      const { fields: after } = change;
      const changed = productColumns.filter((column) => column in after);
      const before = Object.fromEntries(changed.map((column) => [column, row[column]]));
      const entry = { subject: id, ...(key !== undefined && { reference: key }), before };
      const why = reason === undefined ? {} : { reason };
      const action = 'products changed';
      await logChange(tx, services, { action, ...entry, after: { ...after, ...why } }, at);
      await writeVersion(tx, newId());
      return found;
    },
    { isPatient: true },
  );
  if (changes === undefined) throw new OperatorError(await describeMissing(db, id));
  return changes;
}

const nothing: Pick<Changes, 'updated' | 'clamped'> = { updated: [], clamped: [] };

async function isLogged(tx: Tx, subject: string, reference: string): Promise<boolean> {
  const entry = tx.selectFrom('operator_log').select('id').where('subject', '=', subject);
  return (await entry.where('reference', '=', reference).executeTakeFirst()) !== undefined;
}

/** @throws OperatorError that says what has become of these fields, and who has changed the product last */
async function refuseIfChanged(
  tx: Tx,
  row: ProductRow,
  assignments: ReadonlyMap<FieldName, Assignment>,
): Promise<void> {
  const changed: string[] = [];
  for (const [field, { name, before }] of assignments) {
    const column = productColumns.find((one) => productFields[one].name === field);
    if (before === undefined || column === undefined) continue;
    const now = toFieldText(column, row);
    if (now !== before) changed.push(`${name} is ${quote(now)} by now, and was ${quote(before)}.`);
  }
  if (changed.length === 0) return;
  const last = await tx
    .selectFrom('operator_log')
    .select('operator')
    .where('subject', '=', row.id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const who = last === undefined ? '' : ` ${last.operator} was the last to change this product.`;
  throw new OperatorError(`${changed.join('\n')}\nNothing was changed.${who}`);
}

const noOtherIds = { claim: () => undefined };

/** Whether `null` in a file stands for the default. */
function hasDefault(field: FieldName): boolean {
  const column = productColumns.find((one) => productFields[one].name === field);
  if (column === undefined) return false;
  const { default: value, ignoresNull = false } = productFields[column];
  return value !== undefined && !ignoresNull;
}

function toRecord(id: string, assignments: ReadonlyMap<FieldName, Assignment>) {
  const values = new Map<string, unknown>([['_id', id]]);
  const names = new Map<string, string>();
  for (const [field, { name, value }] of assignments) {
    values.set(field, value === '' && hasDefault(field) ? null : value);
    names.set(field, name);
  }
  return { values, names, source: values };
}
