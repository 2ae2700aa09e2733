/**
 * Delivers the events of the outbox. Events of one order are sent one after the other; events of different orders
 * are sent at the same time. Any number of servers can deliver, because each claims the events that it sends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Running, startRuns } from '../run-every.ts';
import type { Db } from '../storage/schema.ts';
import { retryDelay } from './backoff.ts';
import { GIVE_UP_AFTER_MS } from './clean-up.ts';
import { ReceiverHealth } from './receiver-health.ts';
import type { Outcome, Send } from './send.ts';
import {
  claimDueEvents,
  noteDelivered,
  noteFailed,
  releaseEvent,
  type WaitingEvent,
} from './store.ts';

const CONCURRENCY = 8;
const POLL_MS = 1_000;
/** How long no other server sends a claimed event. It is longer than an attempt takes. */
const LEASE_MS = 60_000;
/** When the server stops, events that are being sent have this long to arrive. */
const GRACE_MS = 3_000;

export interface DeliveryLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DeliveryOptions {
  db: Db;
  now(): number;
  /** Returns a number from 0 to 1. */
  random?(): number;
  send: Send;
  log: DeliveryLog;
  /** The pause between two polls, after which events of other processes are found; a second by default. */
  pollMs?: number;
  graceMs?: number;
}

export class Deliverer {
  readonly #options: DeliveryOptions;
  readonly #health = new ReceiverHealth(CONCURRENCY);
  readonly #running = new Set<Promise<void>>();
  readonly #cutOff = new AbortController();
  readonly #polls: Running;

  /** Delivers from now on. */
  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#polls = startRuns({
      everyMs: options.pollMs ?? POLL_MS,
      task: () => this.#startDue(),
      onFailure: (err) => options.log.warn({ err }, 'the outbox cannot be read'),
    });
  }

  /** Polls at once. */
  wake(): void {
    this.#polls.wake();
  }

  /** An event that is not accepted by then is sent again later. Never rejects. */
  async stop(): Promise<void> {
    await this.#polls.stop();
    const sent = Promise.all(this.#running);
    const { graceMs = GRACE_MS } = this.#options;
    await Promise.race([sent, sleep(graceMs, undefined, { ref: false })]);
    this.#cutOff.abort();
    await sent;
  }

  async #startDue(): Promise<void> {
    const { db, now } = this.#options;
    const limit = this.#health.room(now(), this.#running.size);
    if (limit === 0) return;
    const leaseEndsAt = now() + LEASE_MS;
    const due = await claimDueEvents(db, { now: now(), limit, leaseEndsAt });
    for (const event of due) this.#start(event);
  }

  #start(event: WaitingEvent): void {
    const done = this.#deliver(event).finally(() => {
      this.#running.delete(done);
      this.wake();
    });
    this.#running.add(done);
  }

  async #deliver(event: WaitingEvent): Promise<void> {
    const { now, send, log } = this.#options;
    const { id, type } = event;
    try {
      const outcome = await send(event, now(), this.#cutOff.signal).catch(() => undefined);
      if (outcome === undefined) await releaseEvent(this.#options.db, event, now());
      else await this.#note(event, outcome);
    } catch (err) {
      // The event is due again when its lease ends. While outcomes cannot be saved, more events would be sent twice.
      this.#health.pause(now());
      log.warn({ err, event: id, type }, 'cannot save the outcome of a delivery');
    }
  }

  async #note(event: WaitingEvent, outcome: Outcome): Promise<void> {
    const { db, now, log } = this.#options;
    const { id, type, attempts, waitingSince } = event;
    if (outcome.isAccepted) {
      this.#health.succeeded();
      await noteDelivered(db, event, now());
      log.info({ event: id, type, attempts: attempts + 1 }, 'event delivered');
      return;
    }
    const { reason, retryAfterMs = 0 } = outcome;
    const details = { event: id, type, attempts: attempts + 1, reason };
    const delay = retryDelay(attempts + 1, (this.#options.random ?? Math.random)());
    const next = now() + Math.max(delay, retryAfterMs);
    const nextAttemptAt = next > waitingSince + GIVE_UP_AFTER_MS ? null : next;
    this.#noticeHealth(event, outcome);
    await noteFailed(db, event, { reason, nextAttemptAt });
    if (nextAttemptAt === null) log.error(details, 'event given up');
    else log.warn({ ...details, nextAttemptAt }, 'event not delivered');
  }

  #noticeHealth(
    { userId, orderId }: WaitingEvent,
    { isGone, retryAfterMs }: Exclude<Outcome, { isAccepted: true }>,
  ): void {
    const { now, log } = this.#options;
    if (isGone) {
      this.#health.gone();
      log.error({}, 'the receiver is gone (410): no more events are sent until the shop restarts');
    }
    const pauseMs = this.#health.failed(orderId ?? userId, now(), retryAfterMs);
    if (pauseMs !== undefined) log.warn({ pauseMs }, 'the receiver is down: deliveries pause');
  }
}
