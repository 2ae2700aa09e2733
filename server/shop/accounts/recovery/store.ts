import { hash } from 'node:crypto';
import type { Db, Tx } from '../../../platform/storage/schema.ts';
import { deleteRecoveryCodes, hashAccount } from '../store.ts';

/** What the database holds instead of a recovery code. */
export function hashRecoveryCode(username: string, code: string): string {
  return hash('sha256', `${hashAccount(username)} recovery ${code}`, 'base64url');
}

/** Replaces the codes that are not used. Keeps the last used ones, for the export. Lock the user first. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
  now: number,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash) => ({ code_hash, user_id: userId, created_at: now, used_at: null })),
    )
    .execute();
}

/** The codes that are not used, and when they were made. */
export async function summarizeRecoveryCodes(
  db: Db,
  userId: string,
): Promise<{ count: number; madeAt: number | null }> {
  return db
    .selectFrom('recovery_codes')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<number | null>('created_at').as('madeAt'),
    ])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Whose code it is, unless it was used. */
export async function findCodeOwner(db: Db, codeHash: string): Promise<string | undefined> {
  const code = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return code?.user_id;
}

/** Lock the user first. @returns false if it was used or replaced meanwhile */
export async function redeemRecoveryCode(tx: Tx, codeHash: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return used !== undefined;
}
