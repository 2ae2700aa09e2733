/** The program `qkart`: all commands with their arguments and help. */
import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  Option,
} from '@commander-js/extra-typings';
import packageJson from '../package.json' with { type: 'json' };
import { packageFolder } from '../server/platform/package-folder.ts';
import { escapeLines } from '../server/platform/quote.ts';
import { addAccountsCommands } from './accounts/commands.ts';
import { action } from './action.ts';
import { parseDay } from './arguments.ts';
import { addCatalogueCommands } from './catalogue/commands.ts';
import { exitCodes } from './errors.ts';
import { addEventsCommands } from './events/commands.ts';
import { addShopCommands } from './identity/commands.ts';
import { addInvoicesCommands } from './invoices/commands.ts';
import { addOrdersCommands } from './orders/commands.ts';
import { addPicturesCommands } from './pictures/commands.ts';
import { parseLimit } from './range.ts';
import { describeVersion } from './version.ts';

/** Runs one command, and sets the exit code of this process. @param words its name, arguments and options */
export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the message. Requested help and version are no error.
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  }
}

export function createProgram(): Command {
  const program = new Command('qkart')
    .description('Runs and administers the shop.')
    .version(describeVersion(packageJson.version, packageFolder))
    .addHelpText(
      'after',
      `
qkart COMMAND --help describes a command. In a checkout, write \`npm run qkart --\` instead of \`qkart\`.
The shop is the one in the folder DATA_DIR (./data), or in the PostgreSQL database DATABASE_URL. Settings are read from
the environment, and from the file qkart.env in the working directory.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done in part, 4 done or not, look first, 130 interrupted.`,
    )
    .exitOverride()
    .configureOutput({
      // Messages repeat the arguments.
      outputError: (message, write) => write(escapeLines(message)),
    });
  program
    .command('start')
    .summary('start the shop')
    .description(
      `Starts the shop, and serves it until it is told to stop (SIGTERM, Ctrl+C).

Environment variables, or lines of qkart.env, are its settings, as the README describes.`,
    )
    .action(action(() => import('./start.ts')));
  addCatalogueCommands(program.command('catalogue'));
  addPicturesCommands(program.command('pictures'));
  addOrdersCommands(program.command('orders'));
  addAccountsCommands(program.command('accounts'));
  addInvoicesCommands(program.command('invoices'));
  addEventsCommands(program.command('events'));
  addShopCommands(program.command('shop'));
  addCopyCommands(program);
  program
    .command('sales')
    .summary('sum up what was sold, cancelled and refunded')
    .description(
      `Sums up what was sold, cancelled and refunded, from the ledger. Days are those of the shop's time zone, or UTC.`,
    )
    .addOption(
      new Option('--by <unit>', 'a line for each')
        .choices(['day', 'month', 'product', 'category'])
        .default('day' as const),
    )
    .option('--from <day>', 'the first day, as 2026-11-25, today, yesterday or 7d', parseDay)
    .option('--to <day>', 'the last day', parseDay)
    .option('--json', 'print a JSON array')
    .action(action(() => import('./sales.ts')));
  program
    .command('searches')
    .summary('list what shoppers search for, and what was not found')
    .description(
      `Lists what shoppers search for, the most frequent first: a text counts on a day from its third search, and is \
kept for 90 days. Where the shop is behind a proxy, this needs TRUST_PROXY.`,
    )
    .option(
      '--nothing-found',
      'only texts for which nothing was found, as lines for `catalogue synonyms import`',
    )
    .option('--since <day>', 'the first day, as 2026-11-25, today, yesterday or 7d', parseDay)
    .option('--limit <number>', 'so many at most', parseLimit)
    .option('--json', 'print a JSON array')
    .action(action(() => import('./searches.ts')));
  program
    .command('audit')
    .summary('check every invariant of the database')
    .description(
      `Checks every invariant of the database, and prints a line for each.

Stops at the first that does not hold, with the rows that violate it and exit code 1. All checks see the \
database at one moment. The shop may be running; nothing is changed.`,
    )
    .action(action(() => import('./audit.ts')));
  addMove(program);
  showUsageAfterErrors(program);
  return program;
}

function addCopyCommands(program: Command): void {
  program
    .command('backup [file]')
    .summary('save a SQLite shop to a file, also while it runs')
    .description(
      `Saves a SQLite shop to a file, also while it runs, and notes the time for the metrics.

The file has the shop as it is at this moment. It appears only when the copy is complete and checked; an \
existing file is never overwritten.`,
    )
    .option('--made', 'note a backup that another program has just made, such as pg_dump')
    .action(action(() => import('./backup.ts'), 'Nothing was saved.\n'));
  program
    .command('restore <file>')
    .summary('replace a stopped SQLite shop by a backup')
    .description(
      `Replaces a stopped SQLite shop by a backup.

Stop the server first. The backup is checked before anything is replaced. The replaced database is kept in \
a folder beside the new one.`,
    )
    .action(action(() => import('./restore.ts'), 'Nothing was restored.\n'));
}

function addMove(program: Command): void {
  program
    .command('move')
    .summary('copy a whole shop to another database, on either engine')
    .description(
      `Copies a whole shop to another database, on either engine.

Stop the servers first. The target must be empty: no products, no accounts. Before the copy is committed, \
the row counts and the sums of money of both databases are compared.`,
    )
    .usage('--from <database> --to <database>')
    .requiredOption('--from <database>', 'the shop')
    .requiredOption('--to <database>', 'the empty database')
    .addHelpText(
      'after',
      `
A database is sqlite:FOLDER/shop.db or postgres://USER:PASSWORD@HOST/DATABASE, or env:NAME for an environment
variable that has it. Everybody on this machine sees a password on the command line, and none in a variable:

  qkart move --from sqlite:data/shop.db --to env:DATABASE_URL
  qkart move --from env:DATABASE_URL --to sqlite:data/shop.db`,
    )
    .action(action(() => import('./move.ts'), 'Nothing was moved.\n'));
}

/** After an error, a group of commands prints its list. */
function showUsageAfterErrors(command: CommandUnknownOpts): void {
  const usage = command.createHelp().commandUsage(command);
  command.showHelpAfterError(
    command.commands.length > 0 || `\nUsage: ${usage}\n--help describes the arguments.`,
  );
  for (const subcommand of command.commands) showUsageAfterErrors(subcommand);
}
