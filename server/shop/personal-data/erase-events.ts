/** Removes a person from the outbox. */
import type { ShopEvent } from '../../../contract/events.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import type { ChangeRecorder } from '../session/with-shopper.ts';

/** The values that replace the data of an erased person in their orders. */
export interface Pseudonym {
  username: string;
  address: string;
}

/**
 * Deletes the person's delivered events. The others are still sent, with the pseudonym, and without notes and parcels.
 * Call it before `recordErasure`, with the webhooks on or off: they may have been on before.
 */
export async function pseudonymiseEvents(
  tx: Tx,
  userId: string,
  pseudonym: Pseudonym,
): Promise<void> {
  const ofPerson = tx.deleteFrom('events').where('user_id', '=', userId);
  await ofPerson.where('delivered_at', 'is not', null).execute();
  const left = tx.selectFrom('events').select(['id', 'payload']).where('user_id', '=', userId);
  for (const { id, payload } of await left.execute()) {
    // Only a recorder writes payloads.
    const event = JSON.parse(payload) as ShopEvent;
    await tx
      .updateTable('events')
      .set({ payload: JSON.stringify(withoutPerson(event, pseudonym)) })
      .where('id', '=', id)
      .execute();
  }
}

/** @param created_at when it was erased */
export async function recordErasure(
  recorder: ChangeRecorder,
  user_id: string,
  created_at: number,
): Promise<void> {
  const keys = { user_id, order_id: null, number: 0, created_at };
  const timestamp = new Date(created_at).toISOString();
  const data = { customer: { id: user_id } };
  await recorder.record(async () => ({
    ...keys,
    event: { type: 'account.erased', timestamp, data },
  }));
}

function withoutPerson(event: ShopEvent, { username, address }: Pseudonym): ShopEvent {
  switch (event.type) {
    case 'account.erased':
      return event;
    case 'order.placed':
      return { ...event, data: pseudonymous(event.data) };
    case 'invoice.issued':
      return { ...event, data: { ...event.data, ...pseudonymous(event.data) } };
    default: {
      const { change } = event.data;
      return { ...event, data: { ...pseudonymous(event.data), change: { ...change, note: null } } };
    }
  }

  function pseudonymous({
    order,
    customer,
  }: Exclude<ShopEvent, { type: 'account.erased' }>['data']) {
    // The number of a parcel leads to the person.
    const { tracking, parcels, ...rest } = order;
    const history = (order.history ?? []).map(({ tracking, ...step }) => step);
    return { order: { ...rest, address, history }, customer: { ...customer, username } };
  }
}
