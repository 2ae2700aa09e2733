import type { Db, Tx } from '../platform/storage/schema.ts';

class RolledBack extends Error {}

/** Runs a transaction that is rolled back, so that other tests don't see its rows. */
export async function rolledBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { result: T } | undefined;
  const running = db.transaction().execute(async (tx) => {
    done = { result: await work(tx) };
    throw new RolledBack();
  });
  await running.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (done === undefined) throw new Error('The transaction ended without a result');
  return done.result;
}
