/** The webhooks of a server: what it records is sent while it listens, by one server at a time. */
import type { FastifyInstance } from 'fastify';
import type { EventBacklog, EventRecorder, Services } from './platform/services.ts';
import type { Leading, Storage } from './platform/storage/storage.ts';
import { Deliverer } from './platform/webhooks/deliver.ts';
import { createSender, type Receiver } from './platform/webhooks/send.ts';
import { readBacklog } from './platform/webhooks/store.ts';
import { Outbox } from './shop/events/outbox.ts';

export interface Webhooks {
  events: EventRecorder;
  readBacklog(): Promise<EventBacklog>;
  deliverWhileListening(app: FastifyInstance): void;
}

export function openWebhooks(
  receiver: Receiver,
  { db, lead }: Pick<Storage, 'db' | 'lead'>,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
): Webhooks {
  const outbox = new Outbox(newId);
  return {
    events: outbox,
    readBacklog: () => readBacklog(db, now()),
    deliverWhileListening(app) {
      const deliverer = new Deliverer({ db, now, send: createSender(receiver), log: app.log });
      outbox.onCommitted(() => deliverer.wake());
      let leading: Leading | undefined;
      app.addHook('onListen', async () => {
        leading = lead('qkart events', (stop) => deliverer.run(stop));
      });
      app.addHook('onClose', async () => leading?.close());
    },
  };
}
