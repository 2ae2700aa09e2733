/** When the last backup was made. The command notes it, and the running shop tells its metrics. */
import type { Db } from '../../platform/storage/schema.ts';

/** @param madeAt the moment that the backup has, in milliseconds since 1970 UTC */
export async function noteBackup(db: Db, madeAt: number): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ id: 1, made_at: madeAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ made_at: madeAt }))
    .execute();
}

/** @returns milliseconds since 1970 UTC; undefined if no backup was noted */
export async function readLastBackup(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('last_backup').select('made_at').executeTakeFirst();
  return row?.made_at;
}
