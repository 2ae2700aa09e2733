/** Notices that the receiver itself is down, to pause all deliveries instead of trying each event in vain. */

/** Of so many different orders in a row no event was accepted: a single order may be what it can't take. */
const DOWN_AFTER = 5;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 5 * 60_000;

export class ReceiverHealth {
  readonly #concurrency: number;
  /** What failed since the last success: an order, or an account. */
  readonly #failing = new Set<string>();
  #pauseMs = 0;
  #pausedUntil = 0;
  #isGone = false;

  /** @param concurrency events that may be sent at the same time */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** How many more events may be sent now. After a pause it is a single one, which shows whether the others may follow. */
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
   * @param retryAfterMs what the receiver asked for
   * @returns the milliseconds of a pause that begins with it, if any
   */
  failed(subject: string, now: number, retryAfterMs = 0): number | undefined {
    if (this.#failing.size < DOWN_AFTER) this.#failing.add(subject);
    const isDown = this.#failing.size >= DOWN_AFTER || retryAfterMs > 0;
    return isDown ? this.pause(now, retryAfterMs) : undefined;
  }

  /** Pauses for twice as long as the time before. @returns its milliseconds, unless a pause goes on already */
  pause(now: number, atLeastMs = 0): number | undefined {
    if (now < this.#pausedUntil) return undefined;
    const next = Math.max(2 * this.#pauseMs, FIRST_PAUSE_MS, atLeastMs);
    this.#pauseMs = Math.min(next, PAUSE_MAX_MS);
    this.#pausedUntil = now + this.#pauseMs;
    return this.#pauseMs;
  }

  /** It wants no more events at all. */
  gone(): void {
    this.#isGone = true;
  }
}
