/** What has to be true of the shop's money and goods at any time, whatever happened before. */
import { expect } from 'vitest';
import type { Db } from '../storage/schema.ts';
import { bookInvariants, findContradictions } from './audit.ts';

export async function expectBooksBalanced(db: Db): Promise<void> {
  expect(await findContradictions(db, bookInvariants)).toEqual([]);
}
