/** The log: one line for each request, without headers, bodies or addresses that a shopper asked for. */
import { writeSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** Lines are written together: this many bytes, or what there is after this many milliseconds. */
const BATCH = { minLength: 16_000, periodicFlush: 100 };
/** Bytes that are kept while nothing can be written. Later lines are lost. */
const BUFFER_MAX_BYTES = 4 * 1_024 * 1_024;
const STDERR = 2;

export interface Log {
  stream: DestinationStream;
  /** Flushes the buffer. Resolves even if that fails. */
  close(): Promise<void>;
}

/** Logs to standard output. While that can't be written (a full disk), the shop continues without a log. */
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

/** One line for each request that was answered, with the pattern of its route: search texts are private. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ log, method, routeOptions }, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
}
