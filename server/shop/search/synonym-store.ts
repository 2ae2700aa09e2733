/** Reads and writes the synonyms in the database. */

import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { writeVersion } from '../catalogue/store.ts';

const ROWS_PER_INSERT = 500;

/** @returns the lines in the order of the file */
export async function readSynonyms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('synonyms').select('line').orderBy('number').execute();
  return rows.map(({ line }) => line);
}

/** Changes with every change of the synonyms. */
export async function readSynonymsVersion(db: Db): Promise<string> {
  const row = await db
    .selectFrom('catalogue_state')
    .select('synonyms_version')
    .executeTakeFirstOrThrow();
  return row.synonyms_version;
}

/**
 * Replaces all synonyms by these lines. Every server searches with them from then on, because they change the
 * version of the catalogue.
 */
export async function replaceSynonyms(
  services: OperatorServices,
  lines: readonly string[],
): Promise<void> {
  await transact(services.db, async (tx) => {
    await lockCatalogue(tx);
    const before = { lines: await readSynonyms(tx) };
    const entry = { action: 'synonyms replaced', before, after: { lines } } as const;
    await logChange(tx, services, entry, services.now());
    await tx.deleteFrom('synonyms').execute();
    for (let from = 0; from < lines.length; from += ROWS_PER_INSERT) {
      const rows = lines
        .slice(from, from + ROWS_PER_INSERT)
        .map((line, index) => ({ number: from + index + 1, line }));
      await tx.insertInto('synonyms').values(rows).execute();
    }
    const version = services.newId();
    await tx.updateTable('catalogue_state').set({ synonyms_version: version }).execute();
    await writeVersion(tx, version);
  });
}
