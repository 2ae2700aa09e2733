import { type OperationNodeSource, sql } from 'kysely';
import { engineOf } from './engine.ts';
import type { Tx } from './schema.ts';

/** A query of Kysely's builder that writes, and whose result nobody needs. */
type Write = OperationNodeSource & { execute(): Promise<unknown> };

/**
 * Executes queries that don't depend on each other's results. On PostgreSQL they are one statement, so they take one
 * round trip; foreign keys are checked at its end.
 */
export async function executeAll(tx: Tx, writes: readonly Write[]): Promise<void> {
  if (engineOf(tx) === 'sqlite') {
    for (const write of writes) await write.execute();
    return;
  }
  const parts = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`);
  await sql`with ${sql.join(parts)} select 1`.execute(tx);
}
