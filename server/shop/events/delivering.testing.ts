/** Orders whose events are delivered to a receiver, at the pace of a test. */
import { onTestFinished } from 'vitest';
import { operatorOf } from '../../operations/orders/operator.testing.ts';
import { Deliverer, type DeliveryOptions } from '../../platform/webhooks/deliver.ts';
import type { WebhookOutbox } from '../../platform/webhooks/outbox.ts';
import { SECRET } from '../../platform/webhooks/receiver.testing.ts';
import { createSender } from '../../platform/webhooks/send.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';

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
export function startDelivering(
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
  const stopping = new AbortController();
  const delivering = deliverer.run(stopping.signal);
  const stop = () => {
    stopping.abort();
    return delivering;
  };
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

/** @param cart by product */
export function orderingIn(shop: TestShop, cart: Record<string, number>) {
  const { checkout, readyShopper } = shoppingIn(shop);
  const { db } = shop.services;
  return {
    ...operatorOf(shop),
    /** @returns the order's id */
    async order(): Promise<string> {
      const shopper = await readyShopper(cart);
      const reply = await checkout(shopper, { addressId: shopper.addressId });
      return reply.json().orderId;
    },
    /** Reads the events of an order, oldest first. */
    rows: (orderId: string) =>
      db
        .selectFrom('events')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('number')
        .execute(),
  };
}
