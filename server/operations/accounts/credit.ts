import type { ShopServices } from '../../platform/services.ts';
import { withAccount } from '../../shop/shoppers.ts';
import { grant, readBalance } from '../../shop/wallet/store.ts';
import { findAccount } from './find.ts';

/**
 * Puts money into a wallet, as a grant of the shop.
 * @param credit username in any case, amount in cents, and the reason
 * @returns the new balance, in cents
 * @throws OperatorError
 */
export async function creditAccount(
  services: ShopServices,
  { username, amountCents, note }: { username: string; amountCents: number; note: string },
): Promise<{ username: string; balanceCents: number }> {
  const user = await findAccount(services.db, username);
  const transactionId = services.newId();
  return withAccount(services, user.id, async (tx, recorder) => {
    await grant(tx, { userId: user.id, amountCents, note, transactionId, now: services.now() });
    recorder.moneyGranted(amountCents);
    return { username: user.username, balanceCents: await readBalance(tx, user.id) };
  });
}
