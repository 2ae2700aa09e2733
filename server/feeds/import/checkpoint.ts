/** How far an import is that is written in steps: kept with each step, so that another run can go on. */
import { hash } from 'node:crypto';
import { readVersion } from '../../catalogue/store.ts';
import type { Db, Tx } from '../../storage/schema.ts';

/** Products of the file that are dealt with, and what became of them. */
export interface Counts {
  records: number;
  added: number;
  updated: number;
  unchanged: number;
}

export const noCounts: Counts = { records: 0, added: 0, updated: 0, unchanged: 0 };

/** What makes two imports the same one: the file's content, and what was asked for. */
export function fingerprintOf(digest: string, options: object): string {
  return hash('sha256', JSON.stringify([digest, options]));
}

/**
 * What another run of the same import has done. Nothing where the catalogue was changed since, by
 * another import or a removal: then what that run wrote may not be there any more.
 */
export async function findCheckpoint(db: Db, fingerprint: string): Promise<Counts | undefined> {
  const row = await db
    .selectFrom('import_progress')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.version === (await readVersion(db)) ? row : undefined;
}

/** In the transaction of the step. There is one at most: another import makes the one before useless. */
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
