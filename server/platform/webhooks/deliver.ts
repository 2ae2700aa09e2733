/** Delivers what is in the outbox: events of one order one after the other, those of different orders beside each other. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../storage/schema.ts';
import { retryDelay } from './backoff.ts';
import { ReceiverHealth } from './receiver-health.ts';
import type { Outcome, Send } from './send.ts';
import {
  deleteOldEvents,
  findDueEvents,
  noteDelivered,
  noteFailed,
  type WaitingEvent,
} from './store.ts';

const CONCURRENCY = 8;
/** How soon events of other processes are found. */
const POLL_MS = 1_000;
/** Told to stop, events that are being sent may take as long as that. */
const GRACE_MS = 3_000;
const HOUR_MS = 60 * 60 * 1_000;
const KEEP_DELIVERED_MS = 7 * 24 * HOUR_MS;
const KEEP_GIVEN_UP_MS = 30 * 24 * HOUR_MS;

export interface DeliveryLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DeliveryOptions {
  db: Db;
  now(): number;
  /** From 0 to 1. */
  random?(): number;
  send: Send;
  log: DeliveryLog;
  graceMs?: number;
}

interface Attempt {
  event: WaitingEvent;
  done: Promise<void>;
}

export class Deliverer {
  readonly #options: DeliveryOptions;
  readonly #health = new ReceiverHealth(CONCURRENCY);
  /** By event. */
  readonly #running = new Map<string, Attempt>();
  /** Aborted to end the pause between two looks at the outbox. */
  #pause = new AbortController();
  #isOutboxFailing = false;
  #cleanedUpAt = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** There may be something to send. */
  wake(): void {
    this.#pause.abort();
  }

  /** Delivers until the signal. What isn't accepted by then is sent again later. Never rejects. */
  async run(stop: AbortSignal): Promise<void> {
    const { graceMs = GRACE_MS } = this.#options;
    const cutOff = new AbortController();
    stop.addEventListener('abort', () => this.wake(), { once: true });
    while (!stop.aborted) {
      this.#pause = new AbortController();
      const { signal } = this.#pause;
      await this.#startDue(cutOff.signal);
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    const sent = Promise.all([...this.#running.values()].map(({ done }) => done));
    await Promise.race([sent, sleep(graceMs, undefined, { ref: false })]);
    cutOff.abort();
    await sent;
  }

  async #startDue(cutOff: AbortSignal): Promise<void> {
    const { db, now, log } = this.#options;
    const limit = this.#health.room(now(), this.#running.size);
    if (limit === 0) return;
    try {
      const except = [...this.#running.keys()];
      const due = await findDueEvents(db, { now: now(), limit, except });
      for (const event of due) this.#start(event, cutOff);
      await this.#cleanUp();
      this.#isOutboxFailing = false;
    } catch (err) {
      if (!this.#isOutboxFailing) log.warn({ err }, 'the outbox cannot be read');
      this.#isOutboxFailing = true;
    }
  }

  #start(event: WaitingEvent, cutOff: AbortSignal): void {
    // What still names a person that is erased must not arrive after the news of it.
    const isAbout = ({ event: other }: Attempt) => other.userId === event.userId;
    if (event.type === 'account.erased' && [...this.#running.values()].some(isAbout)) return;
    const done = this.#deliver(event, cutOff).finally(() => {
      this.#running.delete(event.id);
      this.wake();
    });
    this.#running.set(event.id, { event, done });
  }

  async #deliver(event: WaitingEvent, cutOff: AbortSignal): Promise<void> {
    const { now, send, log } = this.#options;
    const { id, type } = event;
    let outcome: Outcome;
    try {
      outcome = await send(event, now(), cutOff);
    } catch {
      return;
    }
    try {
      await this.#note(event, outcome);
    } catch (err) {
      // It stays due: without a pause it would be sent again and again.
      this.#health.pause(now());
      log.warn({ err, event: id, type }, 'what became of an event cannot be noted');
    }
  }

  async #note(event: WaitingEvent, outcome: Outcome): Promise<void> {
    const { db, now, log } = this.#options;
    const { id, type, attempts } = event;
    if (outcome.isAccepted) {
      this.#health.succeeded();
      await noteDelivered(db, event, now());
      log.info({ event: id, type, attempts: attempts + 1 }, 'event delivered');
      return;
    }
    const { reason, retryAfterMs = 0 } = outcome;
    const details = { event: id, type, attempts: attempts + 1, reason };
    const delay = retryDelay(attempts + 1, (this.#options.random ?? Math.random)());
    const nextAttemptAt = delay === undefined ? null : now() + Math.max(delay, retryAfterMs);
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

  async #cleanUp(): Promise<void> {
    const { db, now } = this.#options;
    if (now() < this.#cleanedUpAt + HOUR_MS) return;
    await deleteOldEvents(db, {
      deliveredBefore: now() - KEEP_DELIVERED_MS,
      givenUpBefore: now() - KEEP_GIVEN_UP_MS,
    });
    this.#cleanedUpAt = now();
  }
}
