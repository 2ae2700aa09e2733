/** Puts products into a shop that is measured, without the checks of an import. */
import { upsertProducts, writeVersion } from '../../server/catalogue/store.ts';
import type { Services } from '../../server/services.ts';
import type { ProductRow } from '../../server/storage/schema.ts';
import { transact } from '../../server/storage/transaction.ts';

/** Rows in one statement, and statements in one transaction. */
const ROWS = 1_000;
const STATEMENTS = 10;

export async function fillCatalogue(
  { db, newId }: Pick<Services, 'db' | 'newId'>,
  rows: Iterator<ProductRow>,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    await transact(db, async (tx) => {
      for (let statement = 0; statement < STATEMENTS && !isDone; statement++) {
        const batch = nextOf(rows, ROWS);
        if (batch.length > 0) await upsertProducts(tx, batch);
        isDone = batch.length < ROWS;
      }
      await writeVersion(tx, newId());
    });
  }
}

function nextOf<T>(values: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { done, value } = values.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
