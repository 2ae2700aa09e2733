import type { Services } from '../services.ts';
import { lockCatalogue } from '../storage/locks.ts';
import { transact } from '../storage/transaction.ts';
import { findProductRows, removeProducts, writeVersion } from './store.ts';

/** Ids in one query, of the 32,766 parameters that SQLite takes. */
const BATCH_SIZE = 500;

/**
 * Takes products out of the catalogue, all of them or none. Carts keep a line that says it is gone;
 * orders keep what was bought.
 * @returns the ids that the catalogue doesn't have; then nothing was taken out
 */
export async function takeOut(
  { db, newId }: Services,
  ids: ReadonlySet<string>,
): Promise<{ removed: number; missing: string[] }> {
  return transact(db, async (tx) => {
    await lockCatalogue(tx);
    const missing = new Set(ids);
    for (const batch of batchesOf(ids)) {
      for (const { id } of await findProductRows(tx, batch)) missing.delete(id);
    }
    if (missing.size > 0 || ids.size === 0) return { removed: 0, missing: [...missing] };
    for (const batch of batchesOf(ids)) await removeProducts(tx, batch);
    await writeVersion(tx, newId());
    return { removed: ids.size, missing: [] };
  });
}

function* batchesOf(ids: ReadonlySet<string>): Generator<string[]> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += BATCH_SIZE) {
    yield all.slice(start, start + BATCH_SIZE);
  }
}
