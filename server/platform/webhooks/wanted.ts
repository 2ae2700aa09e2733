/** Whether a receiver is configured. The running shop stores it for commands. */
import type { Db } from '../storage/schema.ts';

export async function noteEventsWanted(db: Db, isWanted: boolean): Promise<void> {
  const wants_events = Number(isWanted);
  await db
    .insertInto('webhook_settings')
    .values({ id: 1, wants_events })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ wants_events }))
    .execute();
}

/** @returns false if the shop has never run */
export async function areEventsWanted(db: Db): Promise<boolean> {
  const settings = await db.selectFrom('webhook_settings').selectAll().executeTakeFirst();
  return settings?.wants_events === 1;
}
