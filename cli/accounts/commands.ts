/** The commands `qkart accounts …`. */
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { action, NOTHING_CHANGED } from '../action.ts';
import { parseAmount, parseKey, parseNote } from '../arguments.ts';
import { withRange } from '../range.ts';

export function addAccountsCommands(accounts: CommandUnknownOpts): void {
  accounts
    .summary('list, show, credit, debit, export and erase accounts, reset passwords')
    .description(
      'Lists, shows, credits, debits, exports and erases accounts, resets passwords and ends sessions. An account is named by its name, in any case, or by its id.',
    );
  withRange(accounts.command('list'))
    .summary('list all accounts by name')
    .description('Lists all accounts by name, with balance and orders.')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./list.ts')));
  accounts
    .command('show <account>')
    .summary('show an account with addresses, sessions and recent orders')
    .description('Shows an account with addresses, sessions and its last ten orders.')
    .option('--json', 'print a JSON object')
    .action(action(() => import('./show.ts')));
  accounts
    .command('reset-password <account>')
    .summary('set a new password and end all sessions')
    .description(
      `Sets a new password, ends all sessions, removes passkeys, recovery codes and known devices, and lifts the limit of \
failed logins from the account.

Prints the new password, which is random and stored nowhere: tell it to the shopper. The running shop \
refuses the old password and the sessions at once.`,
    )
    .option('--stdin', 'read the new password from the standard input, and print none')
    .action(action(() => import('./reset-password.ts'), NOTHING_CHANGED));
  accounts
    .command('end-sessions <account>')
    .summary('log the shopper out everywhere')
    .description('Logs the shopper out everywhere: the running shop refuses all sessions at once.')
    .action(action(() => import('./end-sessions.ts'), NOTHING_CHANGED));
  addWallet(accounts);
  accounts
    .command('export <account>')
    .summary('print everything that is kept of a person')
    .description(
      `Prints everything that the shop keeps of a person as JSON: account, wallet, addresses, cart, orders, ledger, \
sessions and failed logins. Backups and logs are not searched.`,
    )
    .action(action(() => import('./export.ts')));
  accounts
    .command('erase <account>')
    .summary('remove a person, and keep orders and ledger under a pseudonym')
    .description(
      `Removes a person: name, password, sessions, devices, addresses, cart, notes, and the addresses of orders. Orders, \
wallet and ledger stay, under a pseudonym. Invoices and credit notes keep the address of their order for the years that \
shop.json says (documentYears, 10 unless set). It can't be undone.

Orders that are not shipped have to be shipped or cancelled first. Money in the wallet needs --paid-out or --forfeit. \
Backups keep what they have: docs/operations.md says more.`,
    )
    .addOption(
      new Option('--forfeit', 'book the money in the wallet as income').conflicts('paidOut'),
    )
    .option('--paid-out', 'book the money in the wallet as paid out')
    .option('--yes', 'do not ask')
    .action(action(() => import('./erase.ts'), NOTHING_CHANGED));
}

function addWallet(accounts: CommandUnknownOpts): void {
  withRange(accounts.command('ledger <account>'))
    .summary('list every change of a wallet, oldest first')
    .description('Lists every change of a wallet with the balance after it, oldest first.')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./ledger.ts')));
  withAmount(accounts.command('credit'))
    .summary('put money into a wallet')
    .description(
      'Puts money into a wallet. The ledger books it as a grant of the shop, or with --paid as money received.',
    )
    .option('--paid', 'the money was received from the shopper')
    .action(action(async () => ({ run: (await import('./wallet.ts')).credit }), NOTHING_CHANGED));
  withAmount(accounts.command('debit'))
    .summary('take money out of a wallet')
    .description(
      'Takes money out of a wallet, not more than it has. The ledger books it as a grant taken back, or with --paid as money paid out.',
    )
    .option('--paid', 'the money was paid out to the shopper')
    .action(action(async () => ({ run: (await import('./wallet.ts')).debit }), NOTHING_CHANGED));
}

function withAmount(command: Command) {
  return command
    .argument('<account>', 'its name or id')
    .argument('<amount>', 'dollars, as 12.50', parseAmount)
    .requiredOption('--note <text>', 'why; the journal says it', parseNote)
    .option('--key <text>', 'a name of this change: repeating it changes nothing', parseKey);
}
