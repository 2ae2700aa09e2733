/** The invariants of a shop's database, as one list. */
import type { Engine } from '../../platform/storage/engine.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { catalogueInvariants } from './catalogue.ts';
import { constraintsExist } from './constraints.ts';
import { erasureInvariants } from './erasures.ts';
import { eventInvariants } from './events.ts';
import { fileInvariants } from './file.ts';
import { identityInvariants } from './identity.ts';
import type { Invariant } from './invariant.ts';
import { invoiceInvariants } from './invoices.ts';
import { limitInvariants } from './limits.ts';
import { moneyInvariants } from './money.ts';
import { orderInvariants } from './orders.ts';
import { rowInvariants } from './rows.ts';
import { stockInvariants } from './stock.ts';

/** The invariants of the rows, on either engine. */
export const tableInvariants: readonly Invariant[] = [
  ...rowInvariants,
  ...limitInvariants,
  ...catalogueInvariants,
  ...moneyInvariants,
  ...orderInvariants,
  ...invoiceInvariants,
  ...stockInvariants,
  ...eventInvariants,
  ...erasureInvariants,
  ...identityInvariants,
];

/** All invariants. Later ones rely on earlier ones. */
export function invariantsOf(engine: Engine): readonly Invariant[] {
  const ofFile = engine === 'sqlite' ? fileInvariants : [];
  return [...ofFile, constraintsExist, ...tableInvariants];
}

export interface Violation {
  /** The invariant's name. */
  name: string;
  /** A sentence for each violation. */
  found: string[];
}

/** @returns the invariants that are violated */
export async function findViolations(
  db: Db,
  invariants: readonly Invariant[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, find } of invariants) {
    const found = await find(db);
    if (found.length > 0) violations.push({ name, found });
  }
  return violations;
}
