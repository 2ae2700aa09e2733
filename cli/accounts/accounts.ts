/** The commands `qkart accounts …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { formatCents } from '../../contract/money.ts';
import { exportAccount } from '../../server/operations/accounts/export.ts';
import { readStatements } from '../../server/operations/accounts/ledger.ts';
import { accountList, recentOrders, walletList } from '../../server/operations/accounts/list.ts';
import { type Account, listAccounts, readAccount } from '../../server/operations/accounts/store.ts';
import { count } from '../../server/operations/reports/text.ts';
import { createMinuteFormat, toIso } from '../../server/platform/days.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { reading } from '../shared/action.ts';
import { type ListOptions, printList, printRange, rowToJson } from '../shared/list.ts';
import { withRange } from '../shared/periods.ts';
import { readShopSnapshot, readTimeZone } from '../shared/shop.ts';
import { describeFields } from '../shared/text.ts';
import { addAccess, addErasure, addWallet } from './changes.ts';

export function addAccounts(accounts: CommandUnknownOpts): void {
  accounts.description(
    'Lists, shows, credits, debits, exports and erases accounts, resets passwords and ends sessions. An account is named by its name, in any case, or by its id.',
  );
  withRange(accounts.command('list'))
    .summary('list all accounts by name')
    .description('Lists all accounts by name, with balance and orders.')
    .option('--json', 'print a JSON array')
    .action(
      reading((options: ListOptions) =>
        printRange(
          accountList,
          (db) => listAccounts(db),
          ({ since }) => since,
          options,
        ),
      ),
    );
  accounts
    .command('show <account>')
    .summary('show an account with addresses, sessions and recent orders')
    .description('Shows an account with addresses, sessions and its last ten orders.')
    .option('--json', 'print a JSON object')
    .action(reading(show));
  addAccess(accounts);
  withRange(accounts.command('ledger <account>'))
    .summary('list every change of a wallet, oldest first')
    .description('Lists every change of a wallet with the balance after it, oldest first.')
    .option('--json', 'print a JSON array')
    .action(
      reading((account, options: ListOptions) =>
        printRange(
          walletList,
          (db) => readStatements(db, account),
          ({ at }) => at,
          options,
        ),
      ),
    );
  addWallet(accounts);
  accounts
    .command('export <account>')
    .summary('print everything that is kept of a person')
    .description(
      `Prints everything that the shop keeps of a person as JSON: account, wallet, addresses, cart, orders, ledger, \
sessions and failed logins. Backups and logs are not searched.`,
    )
    .action(
      reading(async (name) => {
        const exported = await readShopSnapshot((tx) => exportAccount(tx, name));
        process.stdout.write(`${toVisibleJson(exported, 2)}\n`);
      }),
    );
  addErasure(accounts);
}

async function show(name: string, { json }: { json?: true | undefined }): Promise<void> {
  const { account, timeZone } = await readShopSnapshot(async (tx) => ({
    account: await readAccount(tx, name, Date.now()),
    timeZone: await readTimeZone(tx),
  }));
  if (json) {
    process.stdout.write(`${toVisibleJson(toJson(account), 2)}\n`);
    return;
  }
  process.stdout.write(describe(account, timeZone));
  if (account.recentOrders.length > 0) {
    await printList([account.recentOrders], recentOrders, { timeZone });
  }
}

function describe(
  { addresses, sessionEnds, recoveryCodes, ...account }: Account,
  timeZone: string,
): string {
  const format = createMinuteFormat(timeZone);
  const [lastEnd] = sessionEnds;
  return describeFields([
    ['name', account.username],
    ['id', account.id],
    ['since', `${format(account.since)} ${timeZone}`],
    ['balance', formatCents(account.balanceCents)],
    ...(addresses.length > 0 ? addresses : ['none']).map((one) => ['address', one] as const),
    [
      'sessions',
      lastEnd === undefined
        ? '0'
        : `${sessionEnds.length}, until ${format(lastEnd)} ${timeZone} at the latest`,
    ],
    ['recovery', recoveryCodes === 0 ? 'no codes' : count(recoveryCodes, 'code')],
    ['orders', String(account.orders)],
  ]);
}

function toJson(account: Account) {
  return {
    ...rowToJson(accountList, account),
    addresses: account.addresses,
    sessionEnds: account.sessionEnds.map(toIso),
    recoveryCodes: account.recoveryCodes,
    recentOrders: account.recentOrders.map((order) => rowToJson(recentOrders, order)),
  };
}
