/** No account has more of something than it may have. */
import { sql } from 'kysely';
import {
  ADDRESSES_MAX,
  DEVICES_MAX,
  PASSKEYS_MAX,
  RECOVERY_CODES,
} from '../../../contract/limits.ts';
import { type Invariant, invariant } from './invariant.ts';

const limits: readonly [name: string, max: number, rows: string][] = [
  ['no user has more than N addresses', ADDRESSES_MAX, 'addresses'],
  ['no account knows more than N devices', DEVICES_MAX, 'devices'],
  [
    'no account has more than N recovery codes',
    RECOVERY_CODES,
    'recovery_codes where used_at is null',
  ],
  ['no account has more than N passkeys', PASSKEYS_MAX, 'passkeys'],
];

export const limitInvariants: readonly Invariant[] = limits.map(([name, max, rows]) =>
  invariant(
    name.replace('N', String(max)),
    sql`
      select 'user ' || user_id || ': ' || count(*) as sentence
      from ${sql.raw(rows)} group by user_id having count(*) > ${sql.lit(max)}`,
  ),
);
