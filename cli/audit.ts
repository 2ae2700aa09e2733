import { invariantsOf } from '../server/operations/audit/audit.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { engineOf } from '../server/platform/storage/engine.ts';
import { readSnapshot } from '../server/platform/storage/read-only.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { count } from './numbers.ts';
import { readShop } from './shop.ts';

export async function run(): Promise<void> {
  await readShop((db) => readSnapshot(db, audit));
}

async function audit(db: Db): Promise<void> {
  const invariants = invariantsOf(engineOf(db));
  for (const { name, find } of invariants) {
    const violations = await find(db);
    process.stdout.write(`${violations.length === 0 ? 'holds ' : 'BROKEN'}  ${name}\n`);
    if (violations.length > 0) {
      throw new OperatorError(violations.map((sentence) => `        ${sentence}`).join('\n'));
    }
  }
  process.stdout.write(`All ${count(invariants.length, 'invariant')} hold.\n`);
}
