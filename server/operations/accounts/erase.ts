/** Erases a person, and keeps the orders and the ledger under a pseudonym. */
import { randomBytes } from 'node:crypto';
import { usernameKey } from '../../../contract/credentials.ts';
import { ordersNotShipped } from '../../../contract/messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { ShopServices } from '../../platform/services.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { pseudonymOf } from '../../shop/accounts/new-credentials.ts';
import { hashPassword } from '../../shop/accounts/passwords.ts';
import { forgiveAccount } from '../../shop/accounts/throttle.ts';
import { withAccount } from '../../shop/shoppers.ts';
import { pseudonymiseEvents } from './erase-events.ts';
import { findAccount } from './find.ts';

const PSEUDONYM_BYTES = 8;
const PASSWORD_BYTES = 32;

export interface ErasureReport {
  pseudonym: string;
  /** False if old copies of the rows stay in SQLite's log, because another process is reading it. */
  isLogEmpty: boolean;
}

/**
 * Removes name, password, sessions, known devices, addresses, cart, notes, and the addresses of orders. Orders, wallet
 * and ledger remain under the pseudonym, and stay balanced.
 * @throws OperatorError, or Refusal ORDERS_NOT_SHIPPED if a parcel still needs its address
 */
export async function eraseAccount(
  services: ShopServices,
  { emptyLog }: Pick<Storage, 'emptyLog'>,
  username: string,
): Promise<ErasureReport> {
  const { db, now } = services;
  const user = await findAccount(db, username);
  const pseudonym = pseudonymOf(randomBytes(PSEUDONYM_BYTES).toString('hex'));
  // Nobody knows this random password.
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password, 'operator');
  await withAccount(services, user.id, async (tx, recorder) => {
    await refuseUnshipped(tx, user.id);
    await forgiveAccount(tx, user.username);
    for (const table of ['sessions', 'devices', 'addresses', 'cart_items'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', user.id).execute();
    }
    await eraseFromOrders(tx, user.id);
    await eraseNotes(tx, user.id);
    await pseudonymiseEvents(tx, user.id, { username: pseudonym, address: '' });
    await recorder.accountErased(user.id, now());
    await tx
      .updateTable('users')
      .set({
        username: pseudonym,
        username_key: usernameKey(pseudonym),
        password_hash: passwordHash,
      })
      .where('id', '=', user.id)
      .execute();
  });
  return { pseudonym, isLogEmpty: await emptyLog() };
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

async function eraseFromOrders(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ address: '', address_id: '', idempotency_key: null })
    .where('user_id', '=', userId)
    .execute();
  await tx
    .updateTable('order_changes')
    .set({ note: null, request_key: null })
    .where('order_id', 'in', (eb) =>
      eb.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .execute();
}

async function eraseNotes(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('ledger_notes')
    .where('transaction_id', 'in', (eb) =>
      eb.selectFrom('ledger_entries').select('transaction_id').where('user_id', '=', userId),
    )
    .execute();
}
