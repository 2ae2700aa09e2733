/** The receiver of webhooks. The history contains every event that it has accepted. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OrderChangedEvent, OrderPlacedEvent } from '../contract/events.ts';
import type { Send } from '../server/platform/webhooks/send.ts';
import type { Delivery, History } from './history.ts';
import type { ShopProcess } from './process.ts';
import type { World } from './world.ts';

const REFUSE_CHANCE = 0.03;
const NO_REPLY_CHANCE = 0.03;

/** @returns the sender of a simulated process */
export function createReceiver(world: World, process: ShopProcess): Send {
  const { history, scheduler } = world;
  const random = world.randomOf(`receiver of ${process.name}`);
  return async ({ payload }) => {
    await scheduler.wait(process);
    if (random.chance(REFUSE_CHANCE)) return { isAccepted: false, reason: 'refused' };
    history.add({ kind: 'delivery', ...deliveryOf(payload) });
    await scheduler.wait(process);
    return random.chance(NO_REPLY_CHANCE)
      ? { isAccepted: false, reason: 'no reply' }
      : { isAccepted: true };
  };
}

/** Accepts events by HTTP. @returns the settings of the servers that send them */
export async function listenForEvents(history: History) {
  const server = createServer(async (request, response) => {
    // The request of a killed server ends early.
    const body = await text(request).catch(() => '');
    if (body !== '') history.add({ kind: 'delivery', ...deliveryOf(body) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  return {
    settings: { WEBHOOK_URL: `http://127.0.0.1:${port}/`, WEBHOOK_SECRET: secret },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

function deliveryOf(payload: string): Delivery {
  // The shop wrote it, and no account is erased here.
  const event: OrderPlacedEvent | OrderChangedEvent = JSON.parse(payload);
  const { order, customer } = event.data;
  const number = 'change' in event.data ? event.data.change.number : 0;
  return { type: event.type, orderId: order.id, number, username: customer.username };
}
