import type { Command } from '@commander-js/extra-typings';
import { invariantsOf } from '../server/operations/audit/audit.ts';
import { count } from '../server/operations/reports/text.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { engineOf } from '../server/platform/storage/engine.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import { reading } from './shared/action.ts';
import { readShopSnapshot } from './shared/shop.ts';

export function addAudit(command: Command): void {
  command
    .description(
      `Checks every invariant of the database, and prints a line for each.

Stops at the first that does not hold, with the rows that violate it and exit code 1. All checks see the \
database at one moment. The shop may be running; nothing is changed.`,
    )
    .action(reading(() => readShopSnapshot(checkAll)));
}

async function checkAll(db: Db): Promise<void> {
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
