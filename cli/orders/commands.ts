/** The commands `qkart orders …`. */
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { orderStatuses } from '../../contract/orders.ts';
import { action, NOTHING_CHANGED } from '../action.ts';
import { parseAmount, parseKey, parseNote } from '../arguments.ts';
import { withRange } from '../range.ts';
import { addUnits, parseCarrier, parseParcelNumber } from './arguments.ts';

export function addOrdersCommands(orders: CommandUnknownOpts): void {
  orders
    .summary('list, show, ship, cancel, refund and export orders')
    .description(
      'Lists, shows, ships, cancels, refunds and exports orders, beside the running shop. Tables have times in the time zone of the shop.',
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
  withFilters(orders.command('slips'))
    .summary('write packing slips and a pick list for the printer')
    .description(
      `Writes a page of HTML to the standard output: first the units of each product to pick, then a slip for each order, \
whose address fits a window envelope. Usually for --status placed.`,
    )
    .action(action(() => import('./slips.ts')));
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
    .command('ship [id]')
    .summary('mark an order, or those of a file, as shipped')
    .description(
      `Marks an order as shipped. From then on it can be refunded, and no longer cancelled.

A file is a table with the columns order, carrier, tracking, and perhaps note; - is the standard input. All of its \
orders are shipped, or none.`,
    )
    .option('--carrier <name>', 'who carries the parcel, such as UPS', parseCarrier)
    .option('--tracking <number>', 'the number of the parcel', parseParcelNumber)
    .option('--file <table>', 'ship the orders of this file instead')
    .option('--note <text>', 'for the history', parseNote)
    .action(action(async () => ({ run: (await import('./change.ts')).ship }), NOTHING_CHANGED));
  orders
    .command('tracking <id>')
    .summary('correct the parcel of a shipped order')
    .description('Corrects the parcel of a shipped order. The shopper sees the new one.')
    .requiredOption('--carrier <name>', 'who carries the parcel, such as UPS', parseCarrier)
    .requiredOption('--tracking <number>', 'the number of the parcel', parseParcelNumber)
    .option('--note <text>', 'for the history', parseNote)
    .action(action(async () => ({ run: (await import('./change.ts')).track }), NOTHING_CHANGED));
  orders
    .command('note <id>')
    .summary('add a note to the history of an order')
    .description(
      'Adds a note to the history of an order, unless its last note says the same. The shopper does not see it.',
    )
    .argument('<text>', 'the note', parseNote)
    .action(action(async () => ({ run: (await import('./change.ts')).note }), NOTHING_CHANGED));
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
      `Puts money of a shipped order back into the wallet: all that is left of it, some of its lines, or an amount.

--line and --restock can be repeated. A unit is refunded once, and goes back to stock once. --restock without --line and \
--amount pays nothing: goods came back, and only the stock changes.

A part that is refunded twice is two refunds, unless both name the same key.`,
    )
    .option('--amount <dollars>', 'a part, as 12.50', parseAmount)
    .option('--line <product=qty>', 'refund so many of this product', addUnits)
    .option('--restock <product=qty>', 'so many of this product go back to stock', addUnits)
    .option('--note <text>', 'for the history', parseNote)
    .option('--key <text>', 'a name of this change: repeating it changes nothing', parseKey)
    .action(action(async () => ({ run: (await import('./change.ts')).refund }), NOTHING_CHANGED));
}

function withFilters(command: Command) {
  return withRange(command)
    .addOption(new Option('--status <status>', 'only of this status').choices(orderStatuses))
    .option('--customer <account>', 'only of this account: its name or id');
}
