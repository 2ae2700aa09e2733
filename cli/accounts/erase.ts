import { createInterface } from 'node:readline/promises';
import { formatCents } from '../../contract/money.ts';
import { type ErasureReport, eraseAccount } from '../../server/operations/accounts/erase.ts';
import { readAccount } from '../../server/operations/accounts/store.ts';
import { describeTransaction } from '../../server/operations/ledger.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { type KeptDocuments, readKept } from '../../server/shop/invoices/kept.ts';
import type { Settlement } from '../../server/shop/personal-data/erase.ts';
import { DoneInPart, Interrupted } from '../errors.ts';
import { naming } from '../naming.ts';
import { readShop, withShop } from '../shop.ts';

interface Options {
  yes?: true;
  forfeit?: true;
  paidOut?: true;
}

export async function run(account: string, { yes, ...options }: Options): Promise<void> {
  if (!yes) await confirm(account);
  const settlement = settlementOf(options);
  const report = await naming(
    `account ${toVisibleJson(account)}`,
    withShop((services, storage) => eraseAccount(services, storage, account, settlement)),
  );
  process.stdout.write(`${describe(account, report, settlement)}\n`);
  if (report.isLogEmpty) return;
  throw new DoneInPart(
    `It was erased, but old copies stay in the log of the database, because another process is reading it. Repeat the command with ${report.id} to empty it.`,
  );
}

function settlementOf({ forfeit, paidOut }: Options): Settlement | undefined {
  if (forfeit) return 'forfeits';
  return paidOut ? 'received' : undefined;
}

function describe(account: string, report: ErasureReport, source: Settlement | undefined): string {
  const { pseudonym, settledCents, kept, isRepeated } = report;
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

/** @throws OperatorError unless the operator types the name again; Interrupted after Ctrl+C */
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
      throw isAborted ? new Interrupted() : error;
    })
    .finally(() => terminal.close());
  if (typed !== account) throw new OperatorError('That is another account.');
}
