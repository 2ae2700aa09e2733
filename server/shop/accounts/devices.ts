/** Devices that logged in to an account: failures of others don't keep them out. */
import { DEVICES_MAX } from '../../../contract/limits.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { deviceEnd } from './rules.ts';

/** @returns the one of these hashes that an account knows */
export async function findDevice(
  db: Db,
  hashes: readonly string[],
  now: number,
): Promise<string | undefined> {
  if (hashes.length === 0) return undefined;
  const device = await db
    .selectFrom('devices')
    .select('device_hash')
    .where('device_hash', 'in', hashes)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device?.device_hash;
}

/** Remembers the device from now on; an account forgets its oldest above the limit. Lock the user first. */
export async function rememberDevice(
  tx: Tx,
  { userId, device }: { userId: string; device: string },
  now: number,
): Promise<void> {
  await tx.deleteFrom('devices').where('expires_at', '<=', now).execute();
  const expires_at = deviceEnd(now);
  await tx
    .insertInto('devices')
    .values({ device_hash: device, user_id: userId, expires_at })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ expires_at }))
    .execute();
  await tx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (eb) =>
      eb
        .selectFrom('devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .orderBy('device_hash')
        .limit(DEVICES_MAX),
    )
    .execute();
}

/** Logins from these devices are those of strangers from now on. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', '=', userId).execute();
}
