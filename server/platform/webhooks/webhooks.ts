/** The webhooks of a server, which sends the events of the outbox while it listens. */
import type { FastifyInstance } from 'fastify';
import type { Outbox, Services } from '../services.ts';
import { Deliverer } from './deliver.ts';
import { WebhookOutbox } from './outbox.ts';
import { createSender, type Receiver } from './send.ts';
import { type EventBacklog, readBacklog } from './store.ts';

export interface Webhooks {
  outbox: Outbox;
  readBacklog(): Promise<EventBacklog>;
  deliverWhileListening(app: FastifyInstance): void;
}

export function openWebhooks(receiver: Receiver, { db, now, newId }: Services): Webhooks {
  const outbox = new WebhookOutbox(newId);
  return {
    outbox,
    readBacklog: () => readBacklog(db, now()),
    deliverWhileListening(app) {
      let deliverer: Deliverer | undefined;
      app.addHook('onListen', async () => {
        deliverer = new Deliverer({ db, now, send: createSender(receiver), log: app.log });
        outbox.onWake(() => deliverer?.wake());
      });
      app.addHook('onClose', async () => deliverer?.stop());
    },
  };
}
