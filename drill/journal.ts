/** Checks with hledger, an accounting program, that the shop's journal and its tables agree. */
import { OPENING_BALANCE_CENTS } from '../contract/limits.ts';
import { hasHledger, readBalances } from '../scripts/hledger.ts';
import { toJournal } from '../server/operations/orders/journal.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import type { Check } from './report.ts';

export const journalCheck =
  'hledger accepts the journal, and its balances are the tables to the cent';

/** Checks nothing if hledger is not installed. */
export async function checkJournal(db: Db): Promise<Check[]> {
  if (!hasHledger()) return [];
  const journal = (await Array.fromAsync(toJournal(db))).join('');
  return [{ name: journalCheck, found: compare(journal, await readTables(db)) }];
}

function compare(journal: string, expected: Record<string, number>): string[] {
  try {
    const balances = readBalances(journal);
    const accounts = new Set([...Object.keys(balances), ...Object.keys(expected)]);
    return [...accounts].flatMap((account) => {
      const [own, other = 0] = [balances[account] ?? 0, expected[account]];
      return own === other
        ? []
        : [`${account}: ${own} cents in the journal, ${other} in the tables`];
    });
  } catch (error) {
    return [String(error)];
  }
}

/** Reads the balance of each account in cents, with hledger's sign: liabilities and revenues are negative. */
async function readTables(db: Db): Promise<Record<string, number>> {
  const wallets = await db.selectFrom('wallets').selectAll().execute();
  const orders = await db
    .selectFrom('orders')
    .select(['total_cents', 'refunded_cents'])
    .where('status', '<>', 'cancelled')
    .execute();
  const sum = (column: 'total_cents' | 'refunded_cents') =>
    orders.reduce((cents, order) => cents + order[column], 0);
  return {
    'expenses:grants': wallets.length * OPENING_BALANCE_CENTS,
    'revenues:sales': -sum('total_cents'),
    'revenues:refunds': sum('refunded_cents'),
    ...Object.fromEntries(
      wallets.map((wallet) => [`liabilities:wallets:${wallet.user_id}`, -wallet.balance_cents]),
    ),
  };
}
