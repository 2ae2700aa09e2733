/** One line a request, and no more in it than an operator needs: no headers, no bodies. */
import { writeSync } from 'node:fs';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** Written together: this many bytes, or what there is after this many milliseconds, or at the end. */
const WRITTEN_AT_ONCE = { minLength: 4_096, periodicFlush: 100 };
/** Kept while nothing can be written; what comes after that is lost. Bytes. */
const KEPT_AT_MOST = 4 * 1_024 * 1_024;
const STDERR = 2;

export interface Log {
  stream: DestinationStream;
  /** Resolves once everything is written that can be. */
  flush(): Promise<void>;
}

/**
 * Standard output, without a call of the operating system for each line. Where that can't be written, on
 * a full disk say, the shop goes on without a log, and writes again once that works.
 */
export function openLog(): Log {
  const stream = pino.destination({ sync: false, ...WRITTEN_AT_ONCE, maxLength: KEPT_AT_MOST });
  let isFailing = false;
  stream.on('error', (error: Error) => {
    if (!isFailing) complain(`The log can't be written: ${error.message}.\n`);
    isFailing = true;
  });
  stream.on('write', () => {
    isFailing = false;
  });
  // When the process ends, pino has it write the rest: it would try again for ever on a full disk.
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return { stream, flush: () => new Promise((done) => stream.flush(() => done())) };
}

function complain(sentence: string): void {
  try {
    writeSync(STDERR, sentence);
  } catch {
    // Nobody is left to be told.
  }
}

/** A request, once it is answered. */
export interface Answered {
  id: string;
  method: string;
  /** The route, not the address: what people search for is theirs. */
  route: string | undefined;
  status: number;
  /** How long it took. */
  ms: number;
}

export function answeredOf(request: FastifyRequest, reply: FastifyReply): Answered {
  return {
    id: request.id,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: reply.elapsedTime,
  };
}

/** @param log of the request: it has the id, and knows whether its route is logged at all */
export function logAnswered(log: FastifyBaseLogger, answered: Answered): void {
  const { method, route, status, ms } = answered;
  log.info({ method, route, status, ms: Math.round(ms * 10) / 10 }, 'answered');
}

/** Between two lines about the same trouble. */
const TROUBLE_MS = 1_000;

/**
 * One line a second, however many are turned away: who has too much to do shouldn't write about each.
 * @returns to be told of each request that was turned away
 */
export function turnedAwayLog(log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  let count = 0;
  return () => {
    if (count++ > 0) return;
    setTimeout(() => {
      log.warn({ count }, 'requests turned away: there are more than can be answered');
      count = 0;
    }, TROUBLE_MS).unref();
  };
}
