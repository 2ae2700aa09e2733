import { formatCents } from '../../contract/money.ts';
import { creditAccount } from '../../server/operations/accounts/credit.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { withShop } from '../shop.ts';

/** @param amountCents cents */
export async function run(
  name: string,
  amountCents: number,
  { note }: { note: string },
): Promise<void> {
  const { username, balanceCents } = await withShop((services) =>
    creditAccount(services, { username: name, amountCents, note }),
  );
  process.stdout.write(
    `Credited ${formatCents(amountCents)} to ${toVisibleJson(username)}, who has ${formatCents(balanceCents)} now.\n`,
  );
}
