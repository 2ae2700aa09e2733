import type { Db } from '../../../platform/storage/schema.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import type { SearchCount } from './search-counter.ts';

/** The maximum of texts of one day; later ones are not written. */
export const TEXTS_A_DAY_MAX = 1_000;
const ROWS_PER_INSERT = 500;

/** Adds counts to the day's counts of all servers. @param day like `2026-11-25` */
export async function addSearchCounts(
  db: Db,
  day: string,
  counts: readonly SearchCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await transact(db, async (tx) => {
    const written = await tx.selectFrom('searches').select('text').where('day', '=', day).execute();
    const known = new Set(written.map(({ text }) => text));
    const others = counts.filter(({ text }) => !known.has(text));
    const rows = counts
      .filter(({ text }) => known.has(text))
      .concat(others.slice(0, Math.max(0, TEXTS_A_DAY_MAX - known.size)))
      // All servers lock rows in this order.
      .toSorted((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ text, searches, nothingFound }) => ({
        ...{ day, text, searches },
        nothing_found: nothingFound,
      }));
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      await tx
        .insertInto('searches')
        .values(rows.slice(from, from + ROWS_PER_INSERT))
        .onConflict((conflict) =>
          conflict.columns(['day', 'text']).doUpdateSet((eb) => ({
            searches: eb('searches.searches', '+', eb.ref('excluded.searches')),
            nothing_found: eb('searches.nothing_found', '+', eb.ref('excluded.nothing_found')),
          })),
        )
        .execute();
    }
  });
}

/** Deletes the counts of earlier days. */
export async function deleteSearchCounts(db: Db, firstDay: string): Promise<void> {
  await db.deleteFrom('searches').where('day', '<', firstDay).execute();
}
