/** The progress of an import in chunks. It is saved with each chunk, so that another run can resume. */
import { hash } from 'node:crypto';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { readVersion } from '../../shop/catalogue/store.ts';

/** The numbers of processed records, in total and by outcome. */
export interface Counts {
  records: number;
  added: number;
  updated: number;
  unchanged: number;
}

export const noCounts: Counts = { records: 0, added: 0, updated: 0, unchanged: 0 };

/** Two imports have the same fingerprint if the file's content and the options are the same. */
export function fingerprintOf(digest: string, options: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([digest, options]));
}

/**
 * Finds the progress of an earlier run of the same import.
 * @returns undefined if there is none, or if the catalogue has changed since, because written products may be gone
 */
export async function findCheckpoint(db: Db, fingerprint: string): Promise<Counts | undefined> {
  const row = await db
    .selectFrom('import_progress')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.version === (await readVersion(db)) ? row : undefined;
}

/** Saves the progress in the chunk's transaction. It replaces any other checkpoint, whose import cannot resume then. */
export async function saveCheckpoint(
  tx: Tx,
  fingerprint: string,
  { records, added, updated, unchanged }: Counts,
): Promise<void> {
  await clearCheckpoint(tx);
  const version = await readVersion(tx);
  await tx
    .insertInto('import_progress')
    .values({ fingerprint, version, records, added, updated, unchanged })
    .execute();
}

export async function clearCheckpoint(db: Db): Promise<void> {
  await db.deleteFrom('import_progress').execute();
}
