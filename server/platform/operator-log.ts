/** The log of what operators change. */
import type { OperatorServices } from './services.ts';
import type { OperatorEntryRow, Tx } from './storage/schema.ts';

/** The values of a change, which JSON can have. No secrets, and nothing of a person but ids and amounts. */
type Values = Record<string, unknown>;

export interface OperatorEntry {
  action: OperatorEntryRow['action'];
  /** The id of the order, account or product, if it concerns one. */
  subject?: string;
  /** The number of the order's change, or the transaction of the ledger. */
  reference?: string;
  before?: Values;
  after?: Values;
}

/** Adds an entry in the transaction of the change. @param at milliseconds since 1970 UTC: the time of the change */
export async function logChange(
  tx: Tx,
  { operator, newId }: Pick<OperatorServices, 'operator' | 'newId'>,
  { action, subject, reference, before, after }: OperatorEntry,
  at: number,
): Promise<void> {
  await tx
    .insertInto('operator_log')
    .values({
      id: newId(),
      at,
      operator: operator.name,
      origin: operator.origin,
      action,
      subject: subject ?? null,
      reference: reference ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}
