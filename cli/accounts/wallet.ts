import { formatCents } from '../../contract/money.ts';
import { changeBalance } from '../../server/operations/accounts/wallet.ts';
import { describeTransaction } from '../../server/operations/ledger.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { naming } from '../naming.ts';
import { withShop } from '../shop.ts';

interface Options {
  note: string;
  paid?: boolean;
  key?: string | undefined;
}

/** @param amountCents cents */
export function credit(account: string, amountCents: number, options: Options): Promise<void> {
  return change(account, amountCents, options);
}

/** @param amountCents cents */
export function debit(account: string, amountCents: number, options: Options): Promise<void> {
  return change(account, -amountCents, options);
}

async function change(
  account: string,
  amountCents: number,
  { note, paid: isPaid = false, key }: Options,
): Promise<void> {
  const request = { account, amountCents, isPaid, note, key };
  const { username, source, balanceCents, isChanged } = await naming(
    `account ${toVisibleJson(account)}`,
    withShop((services) => changeBalance(services, request)),
  );
  const done = amountCents > 0 ? 'Credited' : 'Debited';
  const direction = amountCents > 0 ? 'to' : 'from';
  const moved = `${formatCents(Math.abs(amountCents))} ${direction} ${toVisibleJson(username)}`;
  const booked = describeTransaction({ source, amountCents, orderNumber: null });
  const before = isChanged ? '' : ' before; nothing was changed now';
  process.stdout.write(
    `${done} ${moved} (${booked})${before}. The balance is ${formatCents(balanceCents)}.\n`,
  );
}
