/** The commands `qkart events …`. */
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { action, NOTHING_CHANGED } from '../action.ts';
import { withRange } from '../range.ts';

export function addEventsCommands(events: CommandUnknownOpts): void {
  events
    .summary('list the events of webhooks, and send them again')
    .description(
      'Lists what the receiver of webhooks (WEBHOOK_URL) is told, and sends it again. Tables have times in the time zone of the shop.',
    );
  withRange(events.command('list'))
    .summary('list events, newest first')
    .description(
      'Lists events, newest first: those that wait, were delivered in the last week, or were given up in the last month.',
    )
    .addOption(
      new Option('--state <state>', 'only of this state').choices([
        'waiting',
        'delivered',
        'given-up',
      ]),
    )
    .option('--order <id>', 'only of this order, by its id or number')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./list.ts')));
  events
    .command('retry [id...]')
    .summary('send events again')
    .description(
      `Sends events again, with the same webhook-id: those that are named, or all that were given up.

The running shop sends them.`,
    )
    .action(action(() => import('./retry.ts'), NOTHING_CHANGED));
}
