/** Checks the invariants of the tables after a test. */
import { expect } from 'vitest';
import type { Db } from '../../platform/storage/schema.ts';
import { findViolations, tableInvariants } from './audit.ts';

export async function expectLedgerBalanced(db: Db): Promise<void> {
  expect(await findViolations(db, tableInvariants)).toEqual([]);
}
