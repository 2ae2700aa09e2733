/** A receiver of webhooks in the drill's process. The history contains every event that it has accepted. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { OrderChangedEvent, OrderPlacedEvent } from '../../contract/events.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { readBacklog } from '../../server/platform/webhooks/store.ts';
import type { Delivery, History } from '../history.ts';
import type { Random } from '../random.ts';

/** The probabilities that a new event is refused the first time, and that it is accepted without a reply. */
const REFUSE_CHANCE = 0.01;
const RESET_CHANCE = 0.01;
const POLL_MS = 100;
/** Long enough, because a refused event is sent again within seconds. */
const DRAIN_TIMEOUT_MS = 60_000;

export interface EventReceiver {
  /** The environment of servers. */
  settings: Record<string, string>;
  /** Resolves when the outbox is empty, or after a minute. A server must be running. */
  untilDrained(db: Db): Promise<void>;
  close(): void;
}

export async function openReceiver(history: History, random: Random): Promise<EventReceiver> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const webhook = new Webhook(secret);
  const known = new Set<string>();
  const server = createServer(async (request, response) => {
    try {
      const { id, delivery } = await read(webhook, request);
      const isNew = !known.has(id);
      known.add(id);
      if (isNew && random.chance(REFUSE_CHANCE)) return response.writeHead(500).end();
      history.add({ kind: 'delivery', ...delivery });
      if (isNew && random.chance(RESET_CHANCE)) request.socket.resetAndDestroy();
      else response.writeHead(204).end();
    } catch (error) {
      // A request of a killed server is incomplete.
      if (request.complete) history.add({ kind: 'defect', line: `A webhook: ${error}` });
      response.writeHead(400).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks`, WEBHOOK_SECRET: secret },
    async untilDrained(db) {
      const deadline = performance.now() + DRAIN_TIMEOUT_MS;
      while (performance.now() < deadline) {
        if ((await countWaiting(db)) === 0) return;
        await sleep(POLL_MS);
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @throws if the signature is wrong */
async function read(webhook: Webhook, request: IncomingMessage) {
  const body = await text(request);
  // Node joins repeated headers, so each of these is one string.
  const headers = request.headers as Record<string, string>;
  // The shop signed the event, and it erases no account in the drill.
  const event = webhook.verify(body, headers) as OrderPlacedEvent | OrderChangedEvent;
  const { order, customer } = event.data;
  const number = 'change' in event.data ? event.data.change.number : 0;
  const { username } = customer;
  const delivery: Delivery = { type: event.type, orderId: order.id, number, username };
  return { id: String(headers['webhook-id']), delivery };
}

/** Counts the waiting events; infinite while the database is unavailable. */
async function countWaiting(db: Db): Promise<number> {
  try {
    return (await readBacklog(db, Date.now())).waiting;
  } catch (error) {
    if (error instanceof Refusal) return Infinity;
    throw error;
  }
}
