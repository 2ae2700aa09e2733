import { PASSKEYS_MAX } from '../../../../contract/limits.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import type { Db, PasskeyRow, Tx } from '../../../platform/storage/schema.ts';

/** The passkeys of a user, oldest first; at most `PASSKEYS_MAX`. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

export function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lock the user first. @throws Refusal PASSKEYS_TOO_MANY, PASSKEY_REFUSED if a user has it already */
export async function addPasskey(tx: Tx, passkey: PasskeyRow): Promise<void> {
  const own = await listPasskeys(tx, passkey.user_id);
  if (own.length >= PASSKEYS_MAX) throw new Refusal('PASSKEYS_TOO_MANY');
  const added = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new Refusal('PASSKEY_REFUSED');
}

/** Lock the user first. @throws Refusal PASSKEY_REFUSED if it was used or removed since it was read */
export async function countUse(
  tx: Tx,
  { id, counter }: PasskeyRow,
  use: { counter: number; now: number },
): Promise<void> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, used_at: use.now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  if (used === undefined) throw new Refusal('PASSKEY_REFUSED');
}

/** @throws Refusal PASSKEY_MISSING if the user has no such passkey */
export async function removePasskey(tx: Tx, userId: string, id: string): Promise<void> {
  const removed = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (removed === undefined) throw new Refusal('PASSKEY_MISSING');
}
