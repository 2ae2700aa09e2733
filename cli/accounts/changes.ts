/** The commands `qkart accounts …` that change an account. */
import { createInterface } from 'node:readline/promises';
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { formatCents } from '../../contract/money.ts';
import {
  endAllSessions,
  randomPassword,
  resetPassword,
} from '../../server/operations/accounts/access.ts';
import { type ErasureReport, eraseAccount } from '../../server/operations/accounts/erase.ts';
import { readAccount } from '../../server/operations/accounts/store.ts';
import { changeBalance } from '../../server/operations/accounts/wallet.ts';
import { describeTransaction } from '../../server/operations/reports/ledger.ts';
import { count } from '../../server/operations/reports/text.ts';
import { OperatorError, UnfinishedChange } from '../../server/platform/operator-error.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { reasonOf } from '../../server/platform/storage/errors.ts';
import { type KeptDocuments, readKept } from '../../server/shop/invoices/kept.ts';
import type { Settlement } from '../../server/shop/personal-data/erase.ts';
import { changing } from '../shared/action.ts';
import { parseAmount, parseKey, parseNote } from '../shared/arguments.ts';
import { readText } from '../shared/files.ts';
import { readShop, withShop } from '../shared/shop.ts';
import { naming } from '../shared/text.ts';

/** More than any password has. */
const INPUT_MAX_BYTES = 10_000;

export function addAccess(accounts: CommandUnknownOpts): void {
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
    .action(changing(reset));
  accounts
    .command('end-sessions <account>')
    .summary('log the shopper out everywhere')
    .description('Logs the shopper out everywhere: the running shop refuses all sessions at once.')
    .action(
      changing(async (name) => {
        const ended = await withShop((services) => endAllSessions(services, name));
        const sessions = count(ended.endedSessions, 'session');
        process.stdout.write(`Ended ${sessions} of ${toVisibleJson(ended.username)}.\n`);
      }),
    );
}

async function reset(name: string, { stdin }: { stdin?: true | undefined }): Promise<void> {
  const password = stdin ? await readPassword() : randomPassword();
  const { username, endedSessions } = await naming(
    `account ${toVisibleJson(name)}`,
    withShop((services) => resetPassword(services, name, password)),
  );
  // The standard output contains only the password, for scripts.
  process.stderr.write(
    `${toVisibleJson(username)} has a new password; ended ${count(endedSessions, 'session')}.\n`,
  );
  if (!stdin) await print(password, username);
}

/** @throws UnfinishedChange if nobody can read it */
function print(password: string, username: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${password}\n`, (error) => {
      if (error === undefined || error === null) return resolve();
      const lost = `The password of ${toVisibleJson(username)} is changed, but could not be printed`;
      reject(new UnfinishedChange('part', `${lost} (${reasonOf(error)}): repeat the command.`));
    });
  });
}

/** Reads the input to its end, and removes a byte order mark and the final line break. @throws OperatorError */
async function readPassword(): Promise<string> {
  const text = await readText('-', INPUT_MAX_BYTES);
  return text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
}

export function addWallet(accounts: CommandUnknownOpts): void {
  withAmount(accounts.command('credit'))
    .summary('put money into a wallet')
    .description(
      'Puts money into a wallet. The ledger books it as a grant of the shop, or with --paid as money received.',
    )
    .option('--paid', 'the money was received from the shopper')
    .action(changing((account, cents, options) => changeWallet(account, cents, options)));
  withAmount(accounts.command('debit'))
    .summary('take money out of a wallet')
    .description(
      'Takes money out of a wallet, not more than it has. The ledger books it as a grant taken back, or with --paid as money paid out.',
    )
    .option('--paid', 'the money was paid out to the shopper')
    .action(changing((account, cents, options) => changeWallet(account, -cents, options)));
}

function withAmount(command: Command) {
  return command
    .argument('<account>', 'its name or id')
    .argument('<amount>', 'dollars, as 12.50', parseAmount)
    .requiredOption('--note <text>', 'why; the journal says it', parseNote)
    .option('--key <text>', 'a name of this change: repeating it changes nothing', parseKey);
}

interface WalletOptions {
  note: string;
  paid?: boolean;
  key?: string | undefined;
}

async function changeWallet(
  account: string,
  amountCents: number,
  { note, paid: isPaid = false, key }: WalletOptions,
): Promise<void> {
  const request = { account, amountCents, isPaid, note, key };
  const { username, source, balanceCents, isChanged } = await naming(
    `account ${toVisibleJson(account)}`,
    withShop((services) => changeBalance(services, request)),
  );
  const [done, direction] = amountCents > 0 ? ['Credited', 'to'] : ['Debited', 'from'];
  const moved = `${formatCents(Math.abs(amountCents))} ${direction} ${toVisibleJson(username)}`;
  const booked = describeTransaction({ source, amountCents, orderNumber: null });
  const before = isChanged ? '' : ' before; nothing was changed now';
  process.stdout.write(
    `${done} ${moved} (${booked})${before}. The balance is ${formatCents(balanceCents)}.\n`,
  );
}

export function addErasure(accounts: CommandUnknownOpts): void {
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
    .action(
      changing(async (account, { yes, forfeit, paidOut }) => {
        if (!yes) await confirm(account);
        await erase(account, forfeit ? 'forfeits' : paidOut && 'received');
      }),
    );
}

async function erase(account: string, settlement: Settlement | undefined): Promise<void> {
  const report = await naming(
    `account ${toVisibleJson(account)}`,
    withShop((services, storage) => eraseAccount(services, storage, account, settlement)),
  );
  process.stdout.write(`${describeErasure(account, report, settlement)}\n`);
  if (report.isLogEmpty) return;
  throw new UnfinishedChange(
    'part',
    `It was erased, but old copies stay in the log of the database, because another process is reading it. Repeat the command with ${report.id} to empty it.`,
  );
}

function describeErasure(
  account: string,
  { pseudonym, settledCents, kept, isRepeated }: ErasureReport,
  source: Settlement | undefined,
): string {
  if (isRepeated) return `${toVisibleJson(account)} was erased before.`;
  const sentences = [`Erased ${toVisibleJson(account)}. The orders are those of ${pseudonym} now.`];
  if (settledCents > 0 && source !== undefined) {
    const booked = describeTransaction({ source, amountCents: -settledCents, orderNumber: null });
    sentences.push(`${formatCents(settledCents)} left the wallet (${booked}).`);
  }
  if (kept) sentences.push(describeKept(kept));
  return sentences.join(' ');
}

function describeKept({ count, keptUntil }: KeptDocuments): string {
  const documents = count === 1 ? '1 document keeps' : `${count} invoices and credit notes keep`;
  return `${documents} the address of the order until ${keptUntil}.`;
}

/** @throws OperatorError unless the operator types the name again; UnfinishedChange after Ctrl+C */
async function confirm(account: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError('Add --yes: nobody can be asked here.');
  const { username, balanceCents, kept } = await readShop(async (db) => {
    const found = await readAccount(db, account, Date.now());
    return { ...found, kept: await readKept(db, found.id, Date.now()) };
  });
  if (kept) process.stderr.write(`${describeKept(kept)}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const who = `${toVisibleJson(username)}, who has ${formatCents(balanceCents)}`;
  const typed = await terminal
    .question(`Type ${toVisibleJson(account)} again to erase ${who}: `)
    .catch((error: unknown) => {
      const isAborted = error instanceof Error && error.name === 'AbortError';
      if (isAborted) process.stderr.write('\n');
      throw isAborted ? new UnfinishedChange('interrupted', '') : error;
    })
    .finally(() => terminal.close());
  if (typed !== account) throw new OperatorError('That is another account.');
}
