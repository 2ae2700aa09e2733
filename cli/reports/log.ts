/** The command `qkart log`. */
import type { Command } from '@commander-js/extra-typings';
import { requireOrderId } from '../../server/operations/orders/orders.ts';
import { entryList, findEntries } from '../../server/operations/reports/operator-log.ts';
import { reading } from '../shared/action.ts';
import { printRange } from '../shared/list.ts';
import { withRange } from '../shared/periods.ts';

export function addLog(log: Command): void {
  withRange(log)
    .description(
      `Lists what operators changed, newest first: who, when, from where, what, and the values before and after.

A command is logged with the name in QKART_OPERATOR, else with the user of the system. Entries are never changed.`,
    )
    .option('--operator <name>', 'only of this operator')
    .option('--order <id>', 'only of this order, by its id or number')
    .option('--json', 'print a JSON array')
    .action(
      reading(({ operator, order, ...options }) =>
        printRange(
          entryList,
          async (db) =>
            findEntries(db, { operator, subject: order && (await requireOrderId(db, order)) }),
          ({ at }) => at,
          options,
        ),
      ),
    );
}
