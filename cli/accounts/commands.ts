/** The commands `qkart accounts …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { action, NOTHING_CHANGED } from '../action.ts';

export function addAccountsCommands(accounts: CommandUnknownOpts): void {
  accounts
    .summary('list and show accounts, reset passwords, end sessions')
    .description(
      'Lists and shows accounts, resets passwords and ends sessions. Names are found in any case.',
    );
  accounts
    .command('list')
    .summary('list all accounts by name')
    .description('Lists all accounts by name, with balance and orders.')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./list.ts')));
  accounts
    .command('show <name>')
    .summary('show an account with addresses, sessions and recent orders')
    .description('Shows an account with addresses, sessions and its last ten orders.')
    .option('--json', 'print a JSON object')
    .action(action(() => import('./show.ts')));
  accounts
    .command('reset-password <name>')
    .summary('set a new password and end all sessions')
    .description(
      `Sets a new password, ends all sessions, and lifts the limit of failed logins from the account.

Prints the new password, which is random and stored nowhere: tell it to the shopper. The running shop \
refuses the old password and the sessions at once.`,
    )
    .option('--stdin', 'read the new password from the standard input, and print none')
    .action(action(() => import('./reset-password.ts'), NOTHING_CHANGED));
  accounts
    .command('end-sessions <name>')
    .summary('log the shopper out everywhere')
    .description('Logs the shopper out everywhere: the running shop refuses all sessions at once.')
    .action(action(() => import('./end-sessions.ts'), NOTHING_CHANGED));
}
