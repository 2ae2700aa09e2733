/**
 * Which parts of the catalogue changed since somebody looked. Positions are parted into stretches of
 * the same length, and every change counts up the revision of each stretch that it touches: so what is
 * made of the catalogue can be made anew for these alone.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../storage/schema.ts';

/** Positions in a stretch. The database counts by it, so it only ever changes with a migration. */
export const STRETCH_SIZE = 4_096;

export function stretchOf(position: number): number {
  return Math.floor(position / STRETCH_SIZE);
}

/** In the transaction that writes, or takes out, the products at these positions. */
export async function countChange(tx: Tx, positions: readonly number[]): Promise<void> {
  const stretches = new Set(positions.map(stretchOf));
  if (stretches.size === 0) return;
  await tx
    .insertInto('catalogue_stretches')
    .values([...stretches].map((stretch) => ({ stretch, revision: 1 })))
    .onConflict((conflict) =>
      conflict.column('stretch').doUpdateSet({
        revision: sql`catalogue_stretches.revision + 1`,
      }),
    )
    .execute();
}

/** Revision by stretch. */
export async function readRevisions(db: Db): Promise<Map<number, number>> {
  const rows = await db.selectFrom('catalogue_stretches').selectAll().execute();
  return new Map(rows.map(({ stretch, revision }) => [stretch, revision]));
}
