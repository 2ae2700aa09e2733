import type { Address } from '../../../contract/addresses.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { checkRoomForOneMore } from './rules.ts';

/** Oldest first. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  return db
    .selectFrom('addresses')
    .select(['id as _id', 'address'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute();
}

/** The text of an address; undefined if it is another user's. */
export async function findAddress(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('addresses')
    .select('address')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.address;
}

/** Requires `withShopper`'s lock. @throws Refusal ADDRESSES_TOO_MANY */
export async function addAddress(tx: Tx, userId: string, added: Address): Promise<void> {
  const { saved, last } = await tx
    .selectFrom('addresses')
    .select((eb) => [eb.fn.countAll<number>().as('saved'), eb.fn.max('place').as('last')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  checkRoomForOneMore(saved);
  await tx
    .insertInto('addresses')
    .values({ id: added._id, user_id: userId, address: added.address, place: (last ?? 0) + 1 })
    .execute();
}

/** @throws Refusal ADDRESS_MISSING */
export async function removeAddress(tx: Tx, userId: string, id: string): Promise<void> {
  const removed = await tx
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (removed === undefined) throw new Refusal('ADDRESS_MISSING');
}
