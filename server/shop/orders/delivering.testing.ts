/** Orders whose events are delivered to a receiver, at the pace of a test. */
import { randomUUIDv7 } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { operatorOf } from '../../operations/orders/operator.testing.ts';
import { Deliverer, type DeliveryOptions } from '../../platform/webhooks/deliver.ts';
import { WebhookOutbox } from '../../platform/webhooks/outbox.ts';
import { openReceiver, type Received, SECRET } from '../../platform/webhooks/receiver.testing.ts';
import { createSender } from '../../platform/webhooks/send.ts';
import { readBacklog } from '../../platform/webhooks/store.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';

interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
  details: Record<string, unknown>;
}

interface Delivering {
  log: LogLine[];
  /** Moves the shop's clock forward, and looks for what is due then. */
  pass(milliseconds: number): void;
  /** Resolves when nothing is being sent. */
  stop(): Promise<void>;
}

/** Delivers until the end of the test. A clock without jitter decides when attempts are repeated. */
function startDelivering(
  { services, pass }: Pick<TestShop, 'services' | 'pass'>,
  outbox: WebhookOutbox,
  { url, timeoutMs, ...options }: { url: string; timeoutMs?: number } & Partial<DeliveryOptions>,
): Delivering {
  const log: LogLine[] = [];
  const write = (level: LogLine['level']) => (details: object, message: string) => {
    log.push({ level, message, details: { ...details } });
  };
  const deliverer = new Deliverer({
    db: services.db,
    now: services.now,
    random: () => 0.5,
    send: createSender({ url, secrets: [SECRET] }, timeoutMs),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    ...options,
  });
  outbox.onWake(() => deliverer.wake());
  const stop = () => deliverer.stop();
  onTestFinished(stop);
  return {
    log,
    stop,
    pass(milliseconds) {
      pass(milliseconds);
      deliverer.wake();
    },
  };
}

export const SECOND_MS = 1_000;
/** Another server may send an event that this one claimed after this long. */
export const LEASE_MS = 60 * SECOND_MS;
/** Longer than any pause between two attempts. */
export const DAY_MS = 27 * 60 * 60 * SECOND_MS;

export const typesOf = (received: readonly Received[], orderId?: string) =>
  received.filter((one) => !orderId || one.orderId === orderId).map(({ event }) => event.type);

/** A shop whose events can be delivered. Each test begins without any. */
export async function openDeliveringShop() {
  const outbox = new WebhookOutbox(() => randomUUIDv7());
  const shop = await openTestShop({ outbox });
  const { db, now } = shop.services;
  await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
  beforeEach(() => db.deleteFrom('events').execute());
  const shopping = shoppingIn(shop);

  /** Reads the events of an order, oldest first. */
  const rows = (orderId: string) =>
    db.selectFrom('events').selectAll().where('order_id', '=', orderId).orderBy('number').execute();

  /** @returns the order's id */
  async function order(): Promise<string> {
    const shopper = await shopping.readyShopper({ pen: 2 });
    return (await shopping.checkout(shopper, shopper)).json().orderId;
  }

  return {
    ...operatorOf(shop),
    ...shopping,
    shop,
    db,
    now,
    outbox,
    rows,
    order,
    /** Places a number of orders. @returns their ids */
    async orders(count: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < count) ids.push(await order());
      return ids;
    },
    start: (options: Parameters<typeof startDelivering>[2]) =>
      startDelivering(shop, outbox, options),
    listen: (port?: number) => openReceiver(now, port),
    /** A receiver that answers no request: `open` holds the responses. */
    async listenSilently() {
      const receiver = await openReceiver(now);
      const open: ServerResponse[] = [];
      receiver.answer((response) => open.push(response));
      return { receiver, open };
    },
    async untilDelivered(): Promise<void> {
      await expect.poll(() => readBacklog(db, now())).toMatchObject({ waiting: 0 });
    },
    /** Waits until a number of attempts to deliver the order's first event have failed. */
    async untilFailed(orderId: string, attempts: number) {
      await expect.poll(async () => (await rows(orderId))[0]).toMatchObject({ attempts });
      return (await rows(orderId))[0];
    },
  };
}
