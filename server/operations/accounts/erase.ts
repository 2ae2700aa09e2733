/** Erases a person, and keeps the orders and the ledger under a pseudonym. */
import { randomBytes } from 'node:crypto';
import { usernameKey } from '../../../contract/credentials.ts';
import { ordersNotShipped } from '../../../contract/messages.ts';
import { formatCents } from '../../../contract/money.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { toVisibleJson } from '../../platform/quote.ts';
import type { ShopServices } from '../../platform/services.ts';
import type { Tx, WalletSource } from '../../platform/storage/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { pseudonymOf } from '../../shop/accounts/new-credentials.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import type { User } from '../../shop/accounts/store.ts';
import { forgiveAccount } from '../../shop/accounts/throttle.ts';
import { withAccount } from '../../shop/shoppers.ts';
import { changeWallet, readBalance } from '../../shop/wallet/store.ts';
import { pseudonymiseEvents } from './erase-events.ts';
import { findAccount, readUser } from './find.ts';

const PSEUDONYM_BYTES = 8;
const PASSWORD_BYTES = 32;

/** The tables that have nothing but what tells of a person. */
const emptied = [
  'sessions',
  'devices',
  'login_events',
  'addresses',
  'cart_items',
  'ledger_notes',
] as const;

/** What becomes of the money in the wallet: the shop keeps it as income, or it has been paid out. */
export type Settlement = Extract<WalletSource, 'forfeits' | 'received'>;

export interface ErasureReport {
  id: string;
  pseudonym: string;
  /** The money that was booked out of the wallet. */
  settledCents: number;
  /** True if the account had been erased before; then only the log is emptied. */
  isRepeated: boolean;
  /** False if old copies of the rows stay in SQLite's log, because another process is reading it. */
  isLogEmpty: boolean;
}

/**
 * Removes name, password, sessions, known devices, listed logins, addresses, cart, notes, and the addresses of orders. Orders, wallet
 * and ledger remain under the pseudonym, and stay balanced. A repeated call empties the log if the first could not.
 * @param account name or id
 * @param settlement needed if there is money in the wallet
 * @throws OperatorError, or Refusal ORDERS_NOT_SHIPPED if a parcel still needs its address
 */
export async function eraseAccount(
  services: ShopServices,
  { emptyLog }: Pick<Storage, 'emptyLog'>,
  account: string,
  settlement?: Settlement,
): Promise<ErasureReport> {
  const { id } = await findAccount(services.db, account);
  const pseudonym = pseudonymOf(randomBytes(PSEUDONYM_BYTES).toString('hex'));
  // Nobody knows this random password.
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password, 'operator');
  const transactionId = services.newId();
  const erased = await withAccount(services, id, async (tx, recorder) => {
    const now = services.now();
    const user = await readUser(tx, id);
    if (user.erasedAt !== null) {
      return { id, pseudonym: user.username, settledCents: 0, isRepeated: true };
    }
    await refuseUnshipped(tx, id);
    const settledCents = await settle(tx, user, { settlement, transactionId, now });
    // Before the rows are deleted: a failed login at the same time must leave none behind.
    await tx
      .updateTable('users')
      .set({
        username: pseudonym,
        username_key: usernameKey(pseudonym),
        password_hash: passwordHash,
        erased_at: now,
      })
      .where('id', '=', id)
      .execute();
    await removePerson(tx, user);
    await pseudonymiseEvents(tx, id, { username: pseudonym, address: '' });
    await recorder.accountErased(id, now);
    return { id, pseudonym, settledCents, isRepeated: false };
  });
  return { ...erased, isLogEmpty: await emptyLog().catch(() => false) };
}

async function refuseUnshipped(tx: Tx, userId: string): Promise<void> {
  const placed = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'placed')
    .execute();
  if (placed.length > 0) {
    throw new Refusal('ORDERS_NOT_SHIPPED', { message: ordersNotShipped(placed.length) });
  }
}

/** Books the money out of the wallet. @returns the cents */
async function settle(
  tx: Tx,
  { id, username }: User,
  {
    settlement,
    ...booking
  }: { settlement: Settlement | undefined; transactionId: string; now: number },
): Promise<number> {
  const balanceCents = await readBalance(tx, id);
  if (balanceCents === 0) return 0;
  if (settlement === undefined) {
    throw new OperatorError(
      `${toVisibleJson(username)} has ${formatCents(balanceCents)}: add --paid-out if you have paid it out, or --forfeit to book it as income.`,
    );
  }
  const change = { userId: id, amountCents: -balanceCents, source: settlement };
  await changeWallet(tx, { ...change, ...booking });
  return balanceCents;
}

async function removePerson(tx: Tx, { id, username }: User): Promise<void> {
  await forgiveAccount(tx, username);
  for (const table of emptied) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute();
  }
  await tx
    .updateTable('orders')
    .set({ address: '', address_id: '', idempotency_key: null })
    .where('user_id', '=', id)
    .execute();
  await tx
    .updateTable('order_changes')
    .set({ note: null, request_key: null, tracking: null })
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('user_id', '=', id))
    .execute();
}
