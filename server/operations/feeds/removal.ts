import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { removeProducts } from '../../shop/catalogue/product-changes.ts';
import { lockProductRows, writeVersion } from '../../shop/catalogue/store.ts';

/** Ids per query. SQLite accepts at most 32,766 parameters. */
const BATCH_SIZE = 500;

/**
 * Removes products from the catalogue, all of them or none. Carts keep their lines, which are shown as no longer
 * available. Orders keep their lines.
 * @returns `missing`: the ids that the catalogue does not have; if there are any, nothing is removed
 */
export async function takeOut(
  services: OperatorServices,
  ids: ReadonlySet<string>,
): Promise<{ removed: number; missing: string[] }> {
  const batches = toBatches([...ids]);
  return transact(services.db, async (tx) => {
    await lockCatalogue(tx);
    const missing = new Set(ids);
    for (const batch of batches) {
      for (const { id } of await lockProductRows(tx, batch)) missing.delete(id);
    }
    if (missing.size > 0 || ids.size === 0) return { removed: 0, missing: [...missing] };
    const now = services.now();
    for (const batch of batches) {
      await removeProducts(tx, batch, now);
      await logChange(tx, services, { action: 'products removed', before: { ids: batch } }, now);
    }
    await writeVersion(tx, services.newId());
    return { removed: ids.size, missing: [] };
  });
}

function toBatches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, n) => ids.slice(n * BATCH_SIZE, (n + 1) * BATCH_SIZE));
}
