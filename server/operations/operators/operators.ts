/** The operators who may use the desk. */
import { hash, randomBytes } from 'node:crypto';
import { hasInvisibleCharacter } from '../../../contract/text.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import { quote } from '../../platform/quote.ts';
import type { OperatorServices } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';

const NAME_MAX_LENGTH = 64;
const LINK_BYTES = 24;
const LINK_HOURS = 24;

export interface OperatorSummary {
  name: string;
  since: number;
  /** Whether the link was used. */
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Milliseconds since 1970 UTC; null if there is no session. */
  seenAt: number | null;
}

/** What the database holds instead of the secret of a link, or of a session. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** @returns the secret of a link, which sets the password once @throws OperatorError */
export async function addOperator(services: OperatorServices, name: string): Promise<string> {
  const trimmed = name.trim().normalize();
  if (trimmed === '' || trimmed.length > NAME_MAX_LENGTH || hasInvisibleCharacter(trimmed)) {
    throw new OperatorError(
      `The name must be 1 to ${NAME_MAX_LENGTH} visible characters, not ${quote(name)}.`,
    );
  }
  const link = createLink(services.now());
  const now = services.now();
  await transact(services.db, async (tx) => {
    const added = await tx
      .insertInto('operators')
      .values({ name: trimmed, created_at: now, ...link.columns })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst();
    if (added === undefined) throw new OperatorError(`There is an operator ${quote(trimmed)}.`);
    await logChange(tx, services, { action: 'operator added', subject: trimmed }, now);
  });
  return link.secret;
}

/**
 * For an operator who has lost password or second factor: forgets both, and ends all sessions.
 * @returns the secret of a new link @throws OperatorError
 */
export async function resetOperator(services: OperatorServices, name: string): Promise<string> {
  const now = services.now();
  const link = createLink(now);
  await transact(services.db, async (tx) => {
    const reset = await tx
      .updateTable('operators')
      .set({ password_hash: null, totp_secret: null, ...link.columns })
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirst();
    if (reset === undefined) throw noSuchOperator(name);
    await tx.deleteFrom('operator_sessions').where('operator', '=', name).execute();
    const after = { hasPassword: false, hasSecondFactor: false };
    await logChange(tx, services, { action: 'operator changed', subject: name, after }, now);
  });
  return link.secret;
}

/** Also ends the operator's sessions. The entries of the log stay. @throws OperatorError */
export async function removeOperator(services: OperatorServices, name: string): Promise<void> {
  await transact(services.db, async (tx) => {
    const removed = await tx
      .deleteFrom('operators')
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirst();
    if (removed === undefined) throw noSuchOperator(name);
    await logChange(tx, services, { action: 'operator removed', subject: name }, services.now());
  });
}

export async function listOperators(db: Db): Promise<OperatorSummary[]> {
  const rows = await db
    .selectFrom('operators')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('operator_sessions')
        .whereRef('operator', '=', 'operators.name')
        .select((sessions) => sessions.fn.max('seen_at').as('at'))
        .as('seenAt'),
    )
    .orderBy('name')
    .execute();
  return rows.map(({ name, created_at, password_hash, totp_secret, seenAt }) => ({
    ...{ name, since: created_at, seenAt },
    hasPassword: password_hash !== null,
    hasSecondFactor: totp_secret !== null,
  }));
}

function createLink(now: number) {
  const secret = randomBytes(LINK_BYTES).toString('base64url');
  const link_expires_at = now + LINK_HOURS * 60 * 60 * 1_000;
  return { secret, columns: { link_hash: hashSecret(secret), link_expires_at } };
}

function noSuchOperator(name: string): OperatorError {
  return new OperatorError(`There is no operator ${quote(name)}.`);
}
