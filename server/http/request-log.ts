/** One line a request, and no more in it than an operator needs: no headers, no bodies. */
import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** Written together: this many bytes, or what there is after this many milliseconds, or at the end. */
const WRITTEN_AT_ONCE = { minLength: 16_000, periodicFlush: 100 };
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
  const write = stream.write.bind(stream);
  const flush = stream.flush.bind(stream);
  const flushSync = stream.flushSync.bind(stream);
  // With each line it would measure again all that it holds; see docs/performance.md.
  let gathered = '';
  const handOver = (): void => {
    const lines = gathered;
    gathered = '';
    if (lines !== '') write(lines);
  };
  stream.write = (line) => {
    gathered += line;
    if (gathered.length >= WRITTEN_AT_ONCE.minLength) handOver();
    return true;
  };
  stream.flush = (done) => {
    handOver();
    flush(done);
  };
  // When the process ends, pino has it write the rest: it would try again for ever on a full disk.
  stream.flushSync = () => {
    handOver();
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

export interface LogOptions {
  /** The lowest that is written. */
  level: string;
  stream: DestinationStream;
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

const INFO = pino.levels.values.info ?? 0;

/**
 * A line about each request, in the shape of the logger's own. Written by hand, it costs a fifth of what
 * the logger takes, which can't know what it will be told.
 */
export class RequestLog {
  readonly #stream: DestinationStream;
  readonly #process = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

  constructor(stream: DestinationStream) {
    this.#stream = stream;
  }

  /** @param level that is logged of such requests: their route's, or the shop's */
  answered(level: string, { id, method, route, status, ms }: Answered): void {
    if ((pino.levels.values[level] ?? Number.POSITIVE_INFINITY) > INFO) return;
    const routed = route === undefined ? '' : `"route":${JSON.stringify(route)},`;
    this.#stream.write(
      `{"level":${INFO},"time":${Date.now()},${this.#process},"reqId":"${id}","method":"${method}",` +
        `${routed}"status":${status},"ms":${Math.round(ms * 10) / 10},"msg":"answered"}\n`,
    );
  }
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
