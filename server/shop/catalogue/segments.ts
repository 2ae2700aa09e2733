/**
 * Which parts of the catalogue changed. Positions are divided into segments of the same length, and every change
 * increments the revision of each segment that it touches, so that only changed segments are rebuilt.
 */
import { sql } from 'kysely';
import { SEGMENT_SIZE } from '../../../packages/search/index.ts';
import type { Db, NewProductRow, Tx } from '../../platform/storage/schema.ts';
import { positionsOfGroups } from './groups.ts';

export function segmentOf(position: number): number {
  return Math.floor(position / SEGMENT_SIZE);
}

/** A product before or after a change. */
export type ChangedProduct = Pick<NewProductRow, 'position' | 'group_id'>;

/**
 * Increments the revisions of the segments of these products and of the other variants of their groups, which may
 * begin or cease to represent the group. Call it in the transaction that changes the products, after the change.
 * @param products also as they were before, if they left a group
 * @param changesText whether a text that the search tokenizes has changed, or the variants of a group
 */
export async function countChange(
  tx: Tx,
  products: readonly ChangedProduct[],
  { changesText }: { changesText: boolean },
): Promise<void> {
  const groups = new Set(products.flatMap(({ group_id }) => group_id || []));
  const variants = changesText ? await positionsOfGroups(tx, [...groups]) : [];
  const positions = products.map(({ position }) => position);
  const segments = new Set([...positions, ...variants].map(segmentOf));
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
