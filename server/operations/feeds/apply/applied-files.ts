/**
 * How far a file that changes stock by differences is applied. It is written in the transactions that apply the file, so a
 * run that was killed can be repeated: it applies the rest.
 */
import type { Db, Tx } from '../../../platform/storage/schema.ts';

export interface AppliedFile {
  /** The number of its first records that are applied. */
  records: number;
  /** Whether all are. */
  isDone: boolean;
  /** When the last of them were applied: milliseconds since 1970 UTC. */
  at: number;
}

/** @param db a transaction that has locked the catalogue, if the rest is about to be applied */
export async function findAppliedFile(
  db: Db,
  fingerprint: string,
): Promise<AppliedFile | undefined> {
  const row = await db
    .selectFrom('applied_files')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row && { records: row.records, isDone: row.is_done === 1, at: row.applied_at };
}

/** @param records the number of records that are applied once the transaction is committed */
export async function countApplied(
  tx: Tx,
  fingerprint: string,
  { records, at }: Pick<AppliedFile, 'records' | 'at'>,
): Promise<void> {
  await tx
    .insertInto('applied_files')
    .values({ fingerprint, records, is_done: 0, applied_at: at })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ records, applied_at: at }),
    )
    .execute();
}

export async function finishFile(db: Db, fingerprint: string): Promise<void> {
  await db
    .updateTable('applied_files')
    .set({ is_done: 1 })
    .where('fingerprint', '=', fingerprint)
    .execute();
}

/** Lets a file that is applied be applied again. One that is applied in part is continued. */
export async function beginAgain(db: Db, fingerprint: string): Promise<void> {
  await db
    .updateTable('applied_files')
    .set({ records: 0, is_done: 0 })
    .where('fingerprint', '=', fingerprint)
    .where('is_done', '=', 1)
    .execute();
}
