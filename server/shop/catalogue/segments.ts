/**
 * Which parts of the catalogue changed. Positions are divided into segments of the same length, and every change
 * increments the revision of each segment that it touches, so that only changed segments are rebuilt.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { SEGMENT_SIZE } from '../../search-engine/index/segment.ts';

export function segmentOf(position: number): number {
  return Math.floor(position / SEGMENT_SIZE);
}

/**
 * Increments the revisions of the segments of these positions. Call it in the transaction that changes the products.
 * @param changesText whether a text that the search tokenizes has changed
 */
export async function countChange(
  tx: Tx,
  positions: readonly number[],
  { changesText }: { changesText: boolean },
): Promise<void> {
  const segments = new Set(positions.map(segmentOf));
  if (segments.size === 0) return;
  await tx
    .insertInto('catalogue_segments')
    .values([...segments].map((segment) => ({ segment, revision: 1, text_revision: 1 })))
    .onConflict((conflict) =>
      conflict.column('segment').doUpdateSet({
        revision: sql`catalogue_segments.revision + 1`,
        text_revision: sql`catalogue_segments.text_revision + ${changesText ? 1 : 0}`,
      }),
    )
    .execute();
}

/** The revisions of each segment. */
export async function readRevisions(db: Db) {
  return db.selectFrom('catalogue_segments').selectAll().execute();
}
