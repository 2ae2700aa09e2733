/** The log: one line for each request, without headers, bodies or addresses that a shopper asked for. */
import { writeSync } from 'node:fs';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** Lines are written together: this many bytes, or what there is after this many milliseconds. */
const BATCH = { minLength: 16_000, periodicFlush: 100 };
/** Bytes that are kept while nothing can be written. Later lines are lost. */
const BUFFER_MAX_BYTES = 4 * 1_024 * 1_024;
const STDERR = 2;

export interface Log {
  stream: DestinationStream;
  /** Writes what is left. Resolves also where that fails. */
  close(): Promise<void>;
}

/** Logs to standard output. While that can't be written (a full disk), the shop goes on without a log. */
export function openLog(): Log {
  const stream = pino.destination({ sync: false, ...BATCH, maxLength: BUFFER_MAX_BYTES });
  let isFailing = false;
  stream.on('error', (error: Error) => {
    if (!isFailing) writeToStderr(`The log can't be written: ${error.message}.\n`);
    isFailing = true;
  });
  stream.on('write', () => {
    isFailing = false;
  });
  return {
    stream,
    async close() {
      if (!isFailing) await new Promise<void>((resolve) => stream.flush(() => resolve()));
      // At exit, pino writes the rest and would retry for ever on a full disk.
      if (isFailing) stream.destroy();
    },
  };
}

function writeToStderr(sentence: string): void {
  try {
    writeSync(STDERR, sentence);
  } catch {
    // Nothing is left to write to.
  }
}

export interface LogOptions {
  /** The lowest level that is written. */
  level: string;
  stream: DestinationStream;
}

/** A request that was answered. */
export interface Answered {
  id: string;
  method: string;
  /** The pattern of the route, not the address: search texts are private. */
  route: string | undefined;
  status: number;
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

type Logger = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/** @param reqId where `log` isn't the request's own, which carries it already */
export function logAnswered(log: Logger, answered: Answered, reqId?: string): void {
  const { method, route, status } = answered;
  const ms = Math.round(answered.ms * 10) / 10;
  log.info({ ...(reqId !== undefined && { reqId }), method, route, status, ms }, 'answered');
}

const SHED_INTERVAL_MS = 1_000;

/**
 * One line a second, however many requests are shed.
 * @returns to be called for each request that is shed
 */
export function createShedLog(log: Logger): () => void {
  let count = 0;
  return () => {
    if (count++ > 0) return;
    setTimeout(() => {
      log.warn({ count }, 'overloaded: requests were shed');
      count = 0;
    }, SHED_INTERVAL_MS).unref();
  };
}
