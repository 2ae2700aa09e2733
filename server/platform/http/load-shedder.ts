/** Refuses requests while more arrive than the shop can answer, so that the rest are answered in time. */
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers';
import { paths } from '../../../contract/paths.ts';

/** Milliseconds of new work that one turn of the event loop takes in while the shop is overloaded. */
const OVERLOADED_TURN_MS = 50;
/** One long turn (a page rendered for the first time) is no overload. Long turns for this long are. */
const OVERLOAD_AFTER_MS = 200;
/** The most that a turn takes in, overloaded or not. */
const TURN_MAX_MS = 1_000;
/**
 * Every turn takes in this many requests, however long it lasts: a few browsers that load a page at the same time
 * are no overload, and a script or picture that was refused is missing until the page is reloaded.
 */
const TURN_MIN_REQUESTS = 20;
/** Checkouts are shed last: they get this many times the budget of other requests. */
const CHECKOUT_SHARE = 2;

/** Health checks are never shed: a load balancer would take the shop for dead. */
const HEALTH_CHECKS = new Set(['/healthz', '/readyz']);

/** What the shop is short of. */
export type ShedReason = 'processor' | 'database';

interface LoadShedderOptions {
  /** Fraction of the database's wait queue that is in use; 1 is full. */
  databaseBacklog?: (() => number) | undefined;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
}

/**
 * The event loop reads all requests that arrived during one turn in its next turn, so the length of a turn is the
 * time that they waited. While turns stay long, each turn takes in only as much work as a short turn can do.
 */
export class LoadShedder {
  readonly #databaseBacklog: () => number;
  readonly #now: () => number;
  #turnStartedAt: number | undefined;
  #turnEndedAt = Number.NEGATIVE_INFINITY;
  /** When the first of the current series of long turns ended. */
  #overloadedSince: number | undefined;
  #budgetMs = TURN_MAX_MS;
  #acceptedInTurn = 0;

  constructor({
    databaseBacklog = () => 0,
    now = () => performance.now(),
  }: LoadShedderOptions = {}) {
    this.#databaseBacklog = databaseBacklog;
    this.#now = now;
  }

  /** Counts a request as work of this turn, whether it may be shed later or not. */
  recordArrival(): void {
    this.#startTurn();
  }

  /** @returns why the request is to be refused; nothing if it is accepted */
  reasonToShed({ url = '' }: IncomingMessage): ShedReason | undefined {
    const share = url === paths.checkout ? CHECKOUT_SHARE : 1;
    const elapsedMs = this.#now() - this.#startTurn();
    const isOverBudget =
      this.#acceptedInTurn >= TURN_MIN_REQUESTS && elapsedMs > this.#budgetMs * share;
    const isShort = isOverBudget || this.#databaseBacklog() >= share;
    if (isShort && !HEALTH_CHECKS.has(url)) return isOverBudget ? 'processor' : 'database';
    this.#acceptedInTurn++;
    return undefined;
  }

  /** @returns when this turn's first request arrived */
  #startTurn(): number {
    if (this.#turnStartedAt !== undefined) return this.#turnStartedAt;
    const now = this.#now();
    this.#turnStartedAt = now;
    this.#acceptedInTurn = 0;
    if (now - this.#turnEndedAt > OVERLOAD_AFTER_MS) this.#overloadedSince = undefined;
    this.#budgetMs = this.#budgetAt(now);
    setImmediate(this.#endTurn);
    return now;
  }

  #budgetAt(now: number): number {
    if (this.#overloadedSince === undefined) return TURN_MAX_MS;
    return now - this.#overloadedSince > OVERLOAD_AFTER_MS ? OVERLOADED_TURN_MS : OVERLOAD_AFTER_MS;
  }

  readonly #endTurn = (): void => {
    const now = this.#now();
    const wasLong = now - (this.#turnStartedAt ?? now) > OVERLOADED_TURN_MS;
    this.#overloadedSince = wasLong ? (this.#overloadedSince ?? now) : undefined;
    this.#turnEndedAt = now;
    this.#turnStartedAt = undefined;
  };
}
