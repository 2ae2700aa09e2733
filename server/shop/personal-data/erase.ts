/** Erases a person, and keeps the orders and the ledger under a pseudonym. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { usernameKey } from '../../../contract/credentials.ts';
import { ordersNotShipped } from '../../../contract/messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Services } from '../../platform/services.ts';
import type { Tx, WalletSource } from '../../platform/storage/schema.ts';
import { forgiveAccount } from '../accounts/attempts/throttle.ts';
import { pseudonymOf } from '../accounts/credentials.ts';
import { decoyHash } from '../accounts/passwords.ts';
import type { User } from '../accounts/store.ts';
import { type KeptDocuments, readKept } from '../invoices/kept.ts';
import type { ChangeRecorder } from '../session/with-shopper.ts';
import { changeWallet, readBalance } from '../wallet/store.ts';
import { pseudonymiseEvents, recordErasure } from './erase-events.ts';
import { countOpenOrders } from './store.ts';

const PSEUDONYM_BYTES = 8;
/** The tables with only personal data. */
const emptied = [
  'sessions',
  'devices',
  'login_events',
  'passkeys',
  'recovery_codes',
  'addresses',
  'cart_items',
  'ledger_notes',
] as const;

/** What becomes of the money in the wallet: the shop keeps it as income, or it has been paid out. */
export type Settlement = Extract<WalletSource, 'forfeits' | 'received'>;

export interface Erasure {
  pseudonym: string;
  /** The money that was booked out of the wallet. */
  settledCents: number;
  /** Documents that keep the address. */
  kept: KeptDocuments | undefined;
}

/**
 * Removes name, password, sessions, known devices, listed logins, recovery codes, addresses, cart, notes, and the
 * addresses of orders. Orders, wallet and ledger remain under the pseudonym, and stay balanced. Documents stay whole
 * for `documentYears`. Lock the user first.
 * @param settle says what becomes of the money, if there is any, or throws
 * @throws Refusal ORDERS_NOT_SHIPPED if a parcel still needs its address
 */
export async function eraseUser(
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  { tx, recorder }: { tx: Tx; recorder: ChangeRecorder },
  user: User,
  settle: (balanceCents: number) => Settlement,
): Promise<Erasure> {
  const { id } = user;
  const openOrders = await countOpenOrders(tx, id);
  if (openOrders > 0) {
    throw new Refusal('ORDERS_NOT_SHIPPED', { message: ordersNotShipped(openOrders) });
  }
  const at = now();
  const kept = await readKept(tx, id, at);
  const balanceCents = await readBalance(tx, id);
  if (balanceCents > 0) {
    await changeWallet(tx, {
      userId: id,
      amountCents: -balanceCents,
      source: settle(balanceCents),
      transactionId: newId(),
      now: at,
    });
  }
  const pseudonym = pseudonymOf(randomBytes(PSEUDONYM_BYTES).toString('hex'));
  // Before the rows are deleted: a failed login at the same time must leave none behind.
  await tx
    .updateTable('users')
    .set({
      username: pseudonym,
      username_key: usernameKey(pseudonym),
      password_hash: decoyHash,
      erased_at: at,
    })
    .where('id', '=', id)
    .execute();
  await removePerson(tx, user);
  await pseudonymiseEvents(tx, id, { username: pseudonym, address: '' });
  await recordErasure(recorder, id, at);
  return { pseudonym, settledCents: balanceCents, kept };
}

async function removePerson(tx: Tx, { id, username }: User): Promise<void> {
  await forgiveAccount(tx, username);
  for (const table of emptied) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute();
  }
  await tx
    .updateTable('orders')
    .set({
      // An order that is still to be invoiced keeps its address until then.
      address: sql<string>`case when terms is not null and invoice is null then address else '' end`,
      address_id: '',
      idempotency_key: null,
    })
    .where('user_id', '=', id)
    .execute();
  await tx
    .updateTable('order_changes')
    .set({ note: null, request_key: null, tracking: null, address: null })
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('user_id', '=', id))
    .execute();
}
