/** The receiver of webhooks. The history contains every event that it has accepted. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ShopEvent } from '../contract/events.ts';
import type { Send } from '../server/platform/webhooks/send.ts';
import { ERASED } from './checker/deliveries.ts';
import type { Delivery, History } from './history.ts';
import type { ShopProcess } from './process.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const REFUSE_CHANCE = 0.03;
const NO_REPLY_CHANCE = 0.03;
const LOSE_CHANCE = 0.03;

/** The ids of events that the receiver has lost after it accepted them. */
type Lost = Set<string>;

/** @returns the sender of a simulated process */
export function createReceiver(world: World, process: ShopProcess): Send {
  const { history, scheduler, lost } = world;
  const random = world.randomOf(`receiver of ${process.name}`);
  return async (event) => {
    await scheduler.wait(process);
    if (random.chance(REFUSE_CHANCE)) return { isAccepted: false, reason: 'refused' };
    receive(history, lost, event, random);
    await scheduler.wait(process);
    return random.chance(NO_REPLY_CHANCE)
      ? { isAccepted: false, reason: 'no reply' }
      : { isAccepted: true };
  };
}

/** Accepts events by HTTP. @returns the settings of the servers that send them */
export async function listenForEvents(history: History, lost: Lost, random: Random) {
  const server = createServer(async (request, response) => {
    // The request of a killed server ends early.
    const payload = await text(request).catch(() => '');
    const isRefused = random.chance(REFUSE_CHANCE);
    const id = String(request.headers['webhook-id']);
    if (payload !== '' && !isRefused) receive(history, lost, { id, payload }, random);
    if (random.chance(NO_REPLY_CHANCE)) request.destroy();
    else response.writeHead(isRefused ? 503 : 204).end();
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

function receive(
  history: History,
  lost: Lost,
  { id, payload }: { id: string; payload: string },
  random: Random,
): void {
  const isKept = !random.chance(LOSE_CHANCE);
  history.add({ kind: 'delivery', isKept, ...deliveryOf(id, payload) });
  if (isKept) lost.delete(id);
  else lost.add(id);
}

function deliveryOf(id: string, payload: string): Delivery {
  // The shop wrote it.
  const { type, data }: ShopEvent = JSON.parse(payload);
  if (!('order' in data)) {
    return { id, type, orderId: null, number: 0, customerId: data.customer.id };
  }
  const { order, customer } = data;
  const number = 'change' in data ? data.change.number : 0;
  // A pseudonym is random.
  const username = customer.username.replace(/^erased-[0-9a-f]{16}$/, ERASED);
  const event = { id, type, orderId: order.id, number, customerId: customer.id, username };
  return 'document' in data ? { ...event, document: data.document } : event;
}
