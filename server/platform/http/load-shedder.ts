/** Refuses requests while more arrive than the shop can answer, so that the rest are answered in time. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_MAX_BYTES } from '../../../contract/limits.ts';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { widestNetworkOf } from './network.ts';

/**
 * The event loop reads all requests that arrived during one turn in its next turn. Each turn accepts this much work,
 * so a request that is accepted waits little longer.
 */
const TURN_BUDGET_MS = 100;
/** Each turn accepts this many requests, however long they take: a few browsers that load a page are no overload. */
const TURN_MIN_REQUESTS = 20;
/** Checkouts are shed last: they get this many times the budget of other requests. */
const CHECKOUT_SHARE = 2;
/** Requests that each turn accepts of every network, so that a flood doesn't shed those of others ... */
const NETWORK_MIN_REQUESTS = 4;
/** ... and of all networks together, because one flood may use many. */
const LATE_MAX_REQUESTS = 50;
const RETRY_AFTER_SECONDS = 1;

/** What the shop is short of. */
export type ShedReason = 'processor' | 'database';

interface LoadShedderOptions {
  /** Fraction of the database's wait queue that is in use; 1 is full. */
  databaseBacklog?: (() => number) | undefined;
  onShed?: ((reason: ShedReason) => void) | undefined;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
}

export class LoadShedder {
  readonly #databaseBacklog: () => number;
  readonly #onShed: (reason: ShedReason) => void;
  readonly #now: () => number;
  /** The start of the turn of the event loop in which requests are being read; undefined between turns. */
  #turnStartedAt: number | undefined;
  #accepted = 0;
  /** The requests that were accepted although the turn had its work. */
  #acceptedLate = 0;
  /** The number of accepted requests of each network. */
  readonly #acceptedOf = new Map<string, number>();

  constructor(options: LoadShedderOptions) {
    this.#databaseBacklog = options.databaseBacklog ?? (() => 0);
    this.#onShed = options.onShed ?? (() => {});
    this.#now = options.now ?? (() => performance.now());
  }

  /** Sheds requests to the routes of `app` while the processor is overloaded. */
  watchProcessor(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      // The event loop doesn't read injected requests.
      if (!(request.socket instanceof Socket)) return done();
      const now = this.#now();
      if (this.#turnStartedAt === undefined) {
        this.#turnStartedAt = now;
        this.#accepted = 0;
        this.#acceptedLate = 0;
        this.#acceptedOf.clear();
        setImmediate(() => {
          this.#turnStartedAt = undefined;
        });
      }
      const elapsedMs = now - this.#turnStartedAt;
      const isShort = this.#accepted >= TURN_MIN_REQUESTS && elapsedMs > TURN_BUDGET_MS;
      const isLate = isShort && elapsedMs > TURN_BUDGET_MS * shareOf(request);
      const network = widestNetworkOf(request.ip);
      const accepted = this.#acceptedOf.get(network) ?? 0;
      const mayBeLate = accepted < NETWORK_MIN_REQUESTS && this.#acceptedLate < LATE_MAX_REQUESTS;
      if (isLate && !mayBeLate) {
        // Otherwise the rest of the body would be read.
        if (hasLongBody(request)) reply.header('connection', 'close');
        done(this.#shed('processor'));
        return;
      }
      this.#accepted++;
      this.#acceptedOf.set(network, accepted + 1);
      if (isLate) this.#acceptedLate++;
      done();
    });
  }

  /** Sheds requests to the routes of `app`, which use the database, while its queue is full. */
  watchDatabase(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (this.#databaseBacklog() >= shareOf(request)) {
        if (hasLongBody(request)) reply.header('connection', 'close');
        done(this.#shed('database'));
      } else done();
    });
  }

  /** For a route that doesn't always use the database. @throws Refusal OVERLOADED */
  requireDatabase(): void {
    if (this.#databaseBacklog() >= 1) throw this.#shed('database');
  }

  #shed(reason: ShedReason): Refusal {
    this.#onShed(reason);
    return new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
  }
}

function shareOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.url === paths.checkout ? CHECKOUT_SHARE : 1;
}

function hasLongBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || Number(length) > BODY_MAX_BYTES;
}
