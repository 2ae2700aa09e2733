/** The program `qkart`: its commands and groups of commands, whose files are loaded when they are named. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  Help,
} from '@commander-js/extra-typings';
import packageJson from '../package.json' with { type: 'json' };
import { OperatorError } from '../server/platform/operator-error.ts';
import { escapeLines } from '../server/platform/quote.ts';
import { packageFolder } from '../server/platform/settings/package-folder.ts';
import { reading } from './shared/action.ts';
import { exitCodes } from './shared/exit-codes.ts';

interface Part {
  summary: string;
  /** What the help of the program shows after the name. */
  usage?: string;
  /** Gives the command its description, arguments, options and action, or the commands of its group. */
  load(): Promise<(command: Command) => void>;
}

const parts: Record<string, Part> = {
  start: {
    summary: 'start the shop',
    load: async () => addStart,
  },
  catalogue: {
    summary: 'import, update, export, find, change and remove products',
    load: async () => (await import('./catalogue/catalogue.ts')).addCatalogue,
  },
  pictures: {
    summary: 'import and fetch pictures of products',
    load: async () => (await import('./pictures.ts')).addPictures,
  },
  orders: {
    summary: 'list, show, ship, cancel, refund and export orders',
    load: async () => (await import('./orders/orders.ts')).addOrders,
  },
  accounts: {
    summary: 'list, show, credit, debit, export and erase accounts, reset passwords',
    load: async () => (await import('./accounts/accounts.ts')).addAccounts,
  },
  invoices: {
    summary: 'list, show and print invoices and credit notes',
    load: async () => (await import('./invoices.ts')).addInvoices,
  },
  events: {
    summary: 'list the events of webhooks, and send them again',
    load: async () => (await import('./events.ts')).addEvents,
  },
  shop: {
    summary: 'name the shop, and give it its looks and texts',
    load: async () => (await import('./identity.ts')).addIdentity,
  },
  operators: {
    summary: 'add, list and remove the operators of the desk',
    load: async () => (await import('./operators.ts')).addOperators,
  },
  backup: {
    summary: 'save a SQLite shop to a file, also while it runs',
    usage: '[options] [file]',
    load: async () => (await import('./copies.ts')).addBackup,
  },
  restore: {
    summary: 'replace a stopped SQLite shop by a backup',
    usage: '<file>',
    load: async () => (await import('./copies.ts')).addRestore,
  },
  sales: {
    summary: 'sum up what was sold, cancelled and refunded',
    usage: '[options]',
    load: async () => (await import('./reports/sales.ts')).addSales,
  },
  searches: {
    summary: 'list what shoppers search for, and what was not found',
    usage: '[options]',
    load: async () => (await import('./reports/searches.ts')).addSearches,
  },
  log: {
    summary: 'list what operators changed',
    usage: '[options]',
    load: async () => (await import('./reports/log.ts')).addLog,
  },
  audit: {
    summary: 'check every invariant of the database',
    load: async () => (await import('./audit.ts')).addAudit,
  },
  move: {
    summary: 'copy a whole shop to another database, on either engine',
    usage: '[options]',
    load: async () => (await import('./copies.ts')).addMove,
  },
};

/** Runs one command, and sets the exit code of this process. @param words its name, arguments and options */
export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    const named = Object.keys(parts).filter((name) => words.includes(name));
    await (await createProgram(named)).parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the message. Requested help and version are no error.
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  }
}

/** @param named the parts that are loaded; of others, the program knows only name and summary */
export async function createProgram(named = Object.keys(parts)): Promise<Command> {
  const program: Command = new Command('qkart')
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
    })
    .configureHelp({
      subcommandTerm(command) {
        const usage = command.parent === program ? parts[command.name()]?.usage : undefined;
        return usage ? `${command.name()} ${usage}` : new Help().subcommandTerm(command);
      },
    });
  for (const [name, { summary, load }] of Object.entries(parts)) {
    const command = program.command(name).summary(summary);
    if (named.includes(name)) (await load())(command);
  }
  showUsageAfterErrors(program);
  return program;
}

/**
 * Version and commit, such as "1.0.0 (746098d1c2ab)". Packages and images know their commit; in a checkout, git does.
 * @param folder of the package
 */
export function describeVersion(version: string, folder: string): string {
  const file = join(folder, 'build/commit');
  return existsSync(file) ? `${version} (${readFileSync(file, 'utf8').trim()})` : version;
}

function addStart(command: Command): void {
  command
    .description(
      `Starts the shop, and serves it until it is told to stop (SIGTERM, Ctrl+C).

Environment variables, or lines of qkart.env, are its settings, as the README describes.`,
    )
    .action(reading(start));
}

/** Runs the built shop in this process. Returns once it listens. SIGTERM and SIGINT stop it. */
async function start(): Promise<void> {
  const [server = '', pages = ''] = ['shop/main.js', 'pages/server/index.js'].map((file) =>
    join(packageFolder, 'build', file),
  );
  if (!existsSync(server) || !existsSync(pages)) {
    throw new OperatorError(
      'The shop is not built. Run `npm start`, which builds and starts it, or `npm run build` first.',
    );
  }
  await import(pathToFileURL(server).href);
}

/** After an error, a group of commands prints its list. */
function showUsageAfterErrors(command: CommandUnknownOpts): void {
  const usage = command.createHelp().commandUsage(command);
  command.showHelpAfterError(
    command.commands.length > 0 || `\nUsage: ${usage}\n--help describes the arguments.`,
  );
  for (const subcommand of command.commands) showUsageAfterErrors(subcommand);
}
