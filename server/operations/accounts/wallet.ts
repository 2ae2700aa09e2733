/** Operators put money into a wallet, or take it out. */
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices, ShopServices } from '../../platform/services.ts';
import type { Tx, WalletSource } from '../../platform/storage/schema.ts';
import { withAccount } from '../../shop/session/with-shopper.ts';
import { changeWallet, readBalance } from '../../shop/wallet/store.ts';
import { findAccount, findAccountInUse } from './find.ts';

export interface WalletRequest {
  /** Name or id. */
  account: string;
  /** Cents: positive puts money into the wallet, negative takes it out. */
  amountCents: number;
  /** Whether the money was received or paid out. Otherwise it is a grant of the shop, or a grant is taken back. */
  isPaid?: boolean;
  /** The reason. */
  note: string;
  /** A repeated request with the same key changes nothing. */
  key?: string | undefined;
}

export interface WalletReport {
  username: string;
  /** The account that the money came from, or went to. */
  source: WalletSource;
  balanceCents: number;
  /** False if an earlier request with the same key made the change. */
  isChanged: boolean;
}

/**
 * Changes a wallet, exactly once for a key.
 * @throws OperatorError, also if the account was erased, or the key belongs to another change; Refusal BALANCE_TOO_LOW
 */
export async function changeBalance(
  services: ShopServices & OperatorServices,
  request: WalletRequest,
): Promise<WalletReport> {
  const { id } = await findAccount(services.db, request.account);
  const transactionId = services.newId();
  const source = sourceOf(request);
  return withAccount(services, id, async (tx, recorder) => {
    const { username } = await findAccountInUse(tx, id);
    const isChanged = !(await isRepeated(tx, id, request));
    if (isChanged) {
      const { amountCents, note, key = null } = request;
      const now = services.now();
      await changeWallet(tx, { userId: id, amountCents, source, transactionId, now });
      await tx
        .insertInto('ledger_notes')
        .values({ transaction_id: transactionId, user_id: id, note, request_key: key })
        .execute();
      await logChange(
        tx,
        services,
        {
          action: 'wallet changed',
          subject: id,
          reference: transactionId,
          after: { amountCents, source },
        },
        now,
      );
      if (source === 'grants' && amountCents > 0) {
        recorder.measure((meter) => meter.moneyGranted(amountCents));
      }
    }
    return { username, source, balanceCents: await readBalance(tx, id), isChanged };
  });
}

function sourceOf({ isPaid = false }: WalletRequest): WalletSource {
  return isPaid ? 'received' : 'grants';
}

/** @throws OperatorError if the key belongs to a change that this request does not repeat */
async function isRepeated(tx: Tx, userId: string, request: WalletRequest): Promise<boolean> {
  const { key, amountCents, note } = request;
  if (key === undefined) return false;
  const first = await tx
    .selectFrom('ledger_notes')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'ledger_notes.transaction_id')
    .select(['note', 'entry.account', 'entry.amount_cents'])
    .where('ledger_notes.user_id', '=', userId)
    .where('request_key', '=', key)
    .where('entry.account', '<>', 'wallet')
    .executeTakeFirst();
  if (first === undefined) return false;
  const isSame =
    first.note === note &&
    first.account === sourceOf(request) &&
    first.amount_cents === -amountCents;
  if (isSame) return true;
  throw new OperatorError('This key belongs to another credit or debit of this account.');
}
