import { sql } from 'kysely';
import { OperatorError } from '../../platform/operator-error.ts';
import { engineOf } from '../../platform/storage/engine.ts';
import type { Db } from '../../platform/storage/schema.ts';

/**
 * PostgreSQL stores U+FFFD for U+0000, which names had before they were refused.
 * @throws OperatorError if two names would be the same then
 */
export async function refuseNameClashes(from: Db, to: Db): Promise<void> {
  if (engineOf(from) === engineOf(to) || engineOf(to) === 'sqlite') return;
  const users = await from
    .selectFrom('users')
    .select(['id', 'username_key as key'])
    .where(sql<boolean>`instr(username_key, char(0)) > 0`)
    .orderBy('id')
    .execute();
  for (const { id, key } of users) {
    const stored = key.replaceAll('\0', '\ufffd');
    const same = users.find(
      (other) => other.id > id && other.key.replaceAll('\0', '\ufffd') === stored,
    );
    const other =
      same ??
      (await from
        .selectFrom('users')
        .select('id')
        .where('username_key', '=', stored)
        .executeTakeFirst());
    if (other === undefined) continue;
    throw new OperatorError(
      `PostgreSQL has no U+0000: the accounts ${id} and ${other.id} would have one name. Erase one of them by its id first.`,
    );
  }
}
