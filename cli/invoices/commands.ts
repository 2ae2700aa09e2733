/** The commands `qkart invoices …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { action } from '../action.ts';
import { parseMonth } from '../arguments.ts';
import { withRange } from '../range.ts';

export function addInvoicesCommands(invoices: CommandUnknownOpts): void {
  invoices
    .summary('list, show and print invoices and credit notes')
    .description(
      'Lists, shows and prints invoices and credit notes. The running shop issues them, some seconds after the order.',
    );
  withRange(invoices.command('list'))
    .summary('list invoices and credit notes, newest first')
    .description('Lists invoices and credit notes, newest first.')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./list.ts')));
  invoices
    .command('show <number>')
    .summary('print an invoice or a credit note as JSON')
    .description('Prints an invoice or a credit note with its lines as JSON.')
    .action(action(() => import('./show.ts')));
  withRange(invoices.command('export [number...]'))
    .summary('write invoices and credit notes for the printer')
    .description(
      'Writes a page of HTML to the standard output, with a sheet for each of these, or for all.',
    )
    .option('--month <month>', 'only those issued in this month, as 2026-11', parseMonth)
    .action(action(() => import('./export.ts')));
}
