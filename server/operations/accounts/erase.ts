/** Operators erase a person: see `shop/personal-data/erase.ts`. */
import { formatCents } from '../../../contract/money.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import { toVisibleJson } from '../../platform/quote.ts';
import type { OperatorServices, ShopServices } from '../../platform/services.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type Erasure, eraseUser, type Settlement } from '../../shop/personal-data/erase.ts';
import { withAccount } from '../../shop/session/with-shopper.ts';
import { findAccount, readUser } from './find.ts';

export interface ErasureReport extends Erasure {
  id: string;
  /** True if the account had been erased before; then only the log is emptied. */
  isRepeated: boolean;
  /** False if old copies of the rows stay in SQLite's log, because another process is reading it. */
  isLogEmpty: boolean;
}

/**
 * A repeated call empties the log if the first could not.
 * @param account name or id
 * @param settlement needed if there is money in the wallet
 * @param balanceCents the money that the operator has seen there
 * @throws OperatorError, or Refusal ORDERS_NOT_SHIPPED if a parcel still needs its address
 */
export async function eraseAccount(
  services: ShopServices & OperatorServices,
  { emptyLog }: Pick<Storage, 'emptyLog'>,
  account: string,
  settlement?: Settlement,
  balanceCents?: number,
): Promise<ErasureReport> {
  const { id } = await findAccount(services.db, account);
  const erased = await withAccount(services, id, async (tx, recorder) => {
    const user = await readUser(tx, id);
    if (user.erasedAt !== null) {
      return { id, pseudonym: user.username, settledCents: 0, kept: undefined, isRepeated: true };
    }
    const erasure = await eraseUser(services, { tx, recorder }, user, (cents) => {
      if (balanceCents !== undefined && balanceCents !== cents) {
        throw new OperatorError(`The wallet has ${formatCents(cents)} now: look at it again.`);
      }
      if (settlement !== undefined) return settlement;
      throw settlementMissing(user.username, cents);
    });
    const { settledCents } = erasure;
    const entry = { action: 'account erased', subject: id, after: { settledCents } } as const;
    await logChange(tx, services, entry, services.now());
    return { id, ...erasure, isRepeated: false };
  });
  return { ...erased, isLogEmpty: await emptyLog().catch(() => false) };
}

function settlementMissing(username: string, balanceCents: number): OperatorError {
  return new OperatorError(
    `${toVisibleJson(username)} has ${formatCents(balanceCents)}: add --paid-out if you have paid it out, or --forfeit to book it as income.`,
  );
}
