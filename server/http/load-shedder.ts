/**
 * Who is let in when more is asked than the shop can answer. It stands in front of the framework, so that
 * turning somebody away costs little of what answering the others takes. See docs/decisions/023.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { setImmediate } from 'node:timers';
import { BODY_MAX_BYTES } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import { prepareRefusal } from './bare-answers.ts';

/** Milliseconds of new work in one turn of the event loop while there is more than can be done. */
const TURN_MS = 50;
/** A turn that takes long is none of that yet: one page that was rendered, say. Many in a row are. */
const STANDING_MS = 200;
/** Nobody who arrives behind so much in one turn is let in, whatever was before. */
const TURN_MAX_MS = 1_000;
/**
 * Requests that a turn lets in however long it takes: what a few browsers send at once is no queue, but a
 * machine that stood still. A picture or script that is turned away is missing until its page is loaded anew.
 */
const TURN_MIN_REQUESTS = 20;
/** Somebody who places an order has all the rest done: the last one to be turned away. */
const CHECKOUT_SHARE = 2;
const RETRY_AFTER_SECONDS = 1;

/** Asked by those who watch the shop, who would only make things worse if they took it for dead. */
const PROBES = new Set(['/healthz', '/readyz']);

/** What there was too much work for. */
export type Shortage = 'processor' | 'database';

export interface AdmissionOptions {
  /** How much of the room for those who wait for the database is taken: 1 where it is full. */
  databaseBacklog?: (() => number) | undefined;
  /** Told of each request that was turned away. */
  onTurnedAway(shortage: Shortage): void;
  /** Milliseconds from any moment on. */
  now?: () => number;
}

/**
 * All requests that arrived while the event loop was busy are read in its next turn, so how long a turn
 * lasts is how long they waited. While turns stay long, each takes in as much as can be done in a short
 * one, and the rest of it is turned away.
 */
export class Admission {
  readonly #databaseBacklog: () => number;
  readonly #onTurnedAway: (shortage: Shortage) => void;
  readonly #now: () => number;
  #turnBeganAt: number | undefined;
  #turnEndedAt = Number.NEGATIVE_INFINITY;
  /** When the first one ended of the long turns that followed each other until now. */
  #longSince: number | undefined;
  #budgetMs = TURN_MAX_MS;
  /** In this turn. */
  #letIn = 0;
  #isClosed = false;

  constructor({
    databaseBacklog = () => 0,
    onTurnedAway,
    now = () => performance.now(),
  }: AdmissionOptions) {
    this.#databaseBacklog = databaseBacklog;
    this.#onTurnedAway = onTurnedAway;
    this.#now = now;
  }

  /** Counts what arrives, also what is let in whatever happens. */
  watching(next: RequestListener): RequestListener {
    return (request, response) => {
      this.#turnBegan();
      next(request, response);
    };
  }

  /** Hands on who is let in. */
  inFrontOf(next: RequestListener): RequestListener {
    return (request, response) => {
      const shortage = this.#shortageFor(request);
      if (shortage === undefined) {
        this.#letIn++;
        next(request, response);
        return;
      }
      this.#onTurnedAway(shortage);
      // What is still to come of a body that is too long isn't worth reading.
      if (isLong(request)) response.shouldKeepAlive = false;
      turnAway(response);
    };
  }

  /** From now on the framework answers: it tells clients that the server is going. */
  close(): void {
    this.#isClosed = true;
  }

  #shortageFor({ url = '' }: IncomingMessage): Shortage | undefined {
    const share = url === paths.checkout ? CHECKOUT_SHARE : 1;
    // In another turn than it arrived in, where the version of the catalogue had to be asked for.
    const tookMs = this.#now() - this.#turnBegan();
    const isTooLate = this.#letIn >= TURN_MIN_REQUESTS && tookMs > this.#budgetMs * share;
    if (!isTooLate && this.#databaseBacklog() < share) return undefined;
    if (PROBES.has(url) || this.#isClosed) return undefined;
    return isTooLate ? 'processor' : 'database';
  }

  /** When this turn's first request came: just now, if it is this one. */
  #turnBegan(): number {
    if (this.#turnBeganAt !== undefined) return this.#turnBeganAt;
    const now = this.#now();
    this.#turnBeganAt = now;
    this.#letIn = 0;
    // Nobody came for so long: whatever was there is done.
    if (now - this.#turnEndedAt > STANDING_MS) this.#longSince = undefined;
    if (this.#longSince === undefined) this.#budgetMs = TURN_MAX_MS;
    else this.#budgetMs = now - this.#longSince > STANDING_MS ? TURN_MS : STANDING_MS;
    setImmediate(this.#endTurn);
    return now;
  }

  readonly #endTurn = (): void => {
    const now = this.#now();
    const isLong = now - (this.#turnBeganAt ?? now) > TURN_MS;
    this.#longSince = isLong ? (this.#longSince ?? now) : undefined;
    this.#turnEndedAt = now;
    this.#turnBeganAt = undefined;
  };
}

const turnAway = prepareRefusal(new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS }));

function isLong({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) > BODY_MAX_BYTES;
}
