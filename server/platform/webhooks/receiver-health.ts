/** Detects that the receiver is down, so that all deliveries pause instead of failing one by one. */

/** The receiver is down after failures of this many orders in a row. A single order may fail for its own content. */
const DOWN_AFTER = 5;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 5 * 60_000;

export class ReceiverHealth {
  readonly #concurrency: number;
  /** The orders and accounts whose events failed since the last success. */
  readonly #failing = new Set<string>();
  #pauseMs = 0;
  #pausedUntil = 0;
  #isGone = false;

  /** @param concurrency the number of events that may be sent at the same time */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** The number of further events that may be sent now. After a pause, a single event probes the receiver. */
  room(now: number, running: number): number {
    if (this.#isGone || now < this.#pausedUntil) return 0;
    const allowed = this.#pauseMs > 0 ? 1 : this.#concurrency;
    return Math.max(0, allowed - running);
  }

  succeeded(): void {
    this.#failing.clear();
    this.#pauseMs = 0;
    this.#pausedUntil = 0;
  }

  /**
   * @param retryAfterMs the receiver's Retry-After
   * @returns the milliseconds of the pause that this failure starts, if any
   */
  failed(subject: string, now: number, retryAfterMs = 0): number | undefined {
    if (this.#failing.size < DOWN_AFTER) this.#failing.add(subject);
    const isDown = this.#failing.size >= DOWN_AFTER || retryAfterMs > 0;
    return isDown ? this.pause(now, retryAfterMs) : undefined;
  }

  /** Pauses for twice as long as last time. @returns the milliseconds; undefined during another pause */
  pause(now: number, atLeastMs = 0): number | undefined {
    if (now < this.#pausedUntil) return undefined;
    const next = Math.max(2 * this.#pauseMs, FIRST_PAUSE_MS, atLeastMs);
    this.#pauseMs = Math.min(next, PAUSE_MAX_MS);
    this.#pausedUntil = now + this.#pauseMs;
    return this.#pauseMs;
  }

  /** The receiver wants no more events. */
  gone(): void {
    this.#isGone = true;
  }
}
