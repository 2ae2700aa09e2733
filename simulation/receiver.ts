/** The receiver of webhooks. The history contains every event that it has accepted. */
import type { OrderChangedEvent, OrderPlacedEvent } from '../contract/events.ts';
import type { Send } from '../server/platform/webhooks/send.ts';
import type { ShopProcess } from './process.ts';
import type { World } from './world.ts';

const REFUSE_CHANCE = 0.03;
const NO_REPLY_CHANCE = 0.03;

/** @returns the sender of a process */
export function createReceiver(world: World, process: ShopProcess): Send {
  const { history, scheduler } = world;
  const random = world.randomOf(`receiver of ${process.name}`);
  return async ({ payload }) => {
    await scheduler.wait(process);
    if (random.chance(REFUSE_CHANCE)) return { isAccepted: false, reason: 'refused' };
    // The shop wrote it, and no account is erased here.
    const event: OrderPlacedEvent | OrderChangedEvent = JSON.parse(payload);
    const { order, customer } = event.data;
    const number = 'change' in event.data ? event.data.change.number : 0;
    const { username } = customer;
    history.add({ kind: 'delivery', type: event.type, orderId: order.id, number, username });
    await scheduler.wait(process);
    return random.chance(NO_REPLY_CHANCE)
      ? { isAccepted: false, reason: 'no reply' }
      : { isAccepted: true };
  };
}
