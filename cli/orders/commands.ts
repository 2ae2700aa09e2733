/** The commands `qkart orders …`. */
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { orderStatuses } from '../../contract/orders.ts';
import { action, NOTHING_CHANGED } from '../action.ts';
import { parseAmount, parseKey, parseNote, parseTime } from '../arguments.ts';

export function addOrdersCommands(orders: CommandUnknownOpts): void {
  orders
    .summary('list, show, ship, cancel, refund and export orders')
    .description(
      'Lists, shows, ships, cancels, refunds and exports orders, beside the running shop. Times are UTC.',
    );
  withFilters(orders.command('list'))
    .summary('list orders, newest first')
    .description('Lists orders, newest first.')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./list.ts')));
  orders
    .command('show <id>')
    .summary('show an order with its lines and its history')
    .description('Shows an order with its lines and its history.')
    .option('--json', 'print a JSON object')
    .action(action(() => import('./show.ts')));
  addChanges(orders);
  withFilters(orders.command('export'))
    .summary('write orders for a spreadsheet or a program')
    .description(
      'Writes orders to the standard output: as CSV, a row for each line of an order, or as a JSON array.',
    )
    .addOption(
      new Option('--format <name>', 'of the output').choices(['csv', 'json']).default('csv'),
    )
    .action(action(() => import('./export.ts')));
  orders
    .command('journal')
    .summary('write the ledger for hledger')
    .description(
      `Writes the whole ledger to the standard output, as a journal that hledger reads: wallets, sales, refunds and \
grants, a transaction for each of the ledger. It names no person.`,
    )
    .action(action(() => import('./journal.ts')));
}

function addChanges(orders: CommandUnknownOpts): void {
  orders
    .command('ship <id>')
    .summary('mark an order as shipped')
    .description(
      'Marks an order as shipped. From then on it can be refunded, and no longer cancelled.',
    )
    .option('--note <text>', 'for the history', parseNote)
    .action(action(async () => ({ run: (await import('./change.ts')).ship }), NOTHING_CHANGED));
  orders
    .command('cancel <id>')
    .summary('cancel an order that is not shipped')
    .description(
      'Cancels an order that is not shipped. The whole amount goes back to the wallet, and counted stock returns.',
    )
    .option('--note <text>', 'for the history', parseNote)
    .action(action(async () => ({ run: (await import('./change.ts')).cancel }), NOTHING_CHANGED));
  orders
    .command('refund <id>')
    .summary('put money of a shipped order back into the wallet')
    .description(
      `Puts money of a shipped order back into the wallet: all that is left of it, or a part.

A part that is refunded twice is two refunds, unless both name the same key.`,
    )
    .option('--amount <dollars>', 'a part, as 12.50', parseAmount)
    .option('--note <text>', 'for the history', parseNote)
    .option('--key <text>', 'a name of this refund: repeating it changes nothing', parseKey)
    .action(action(async () => ({ run: (await import('./change.ts')).refund }), NOTHING_CHANGED));
}

function withFilters(command: Command) {
  return command
    .addOption(new Option('--status <status>', 'only of this status').choices(orderStatuses))
    .option(
      '--since <time>',
      'only placed then or later, as 2026-11-25 or 2026-11-25T20:05Z',
      parseTime,
    )
    .option('--customer <account>', 'only of this account: its name or id');
}
