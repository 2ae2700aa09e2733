/** The server's side of connections: how long clients may take, and which of them a stop waits for. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { Refusal, type RefusalCode } from '../../contract/refusals.ts';
import { prepareRefusal, refusalBytes } from './bare-answers.ts';

const SERVER_OPTIONS = {
  /** Longer than load balancers keep a connection that has nothing to do, so that they are the ones to end it. */
  keepAliveTimeout: 72_000,
  /** For a few kilobytes; also until the first one on a new connection. */
  headersTimeout: 15_000,
  /** With the body, of which there are 64 kB at most. */
  requestTimeout: 30_000,
  /** By how much those may be late; looking costs next to nothing where nobody is. */
  connectionsCheckingInterval: 1_000,
  /** Node's own answer has no body; see `requiringHost`. */
  requireHostHeader: false,
};
/** Without a byte either way; no request takes as long, since the database's limits are below it. */
const SILENCE_MS = 40_000;
/** Requests on one connection that wait for the ones before them. Browsers and load balancers send none. */
const PIPELINED_MAX = 32;
/** What whoever is in the middle of a request has to send the rest, once the server stops. */
const STOP_GRACE_MS = 3_000;
const SWEEP_MS = 100;

const refuseAsInvalid = prepareRefusal(new Refusal('REQUEST_INVALID'));
const refuseAsFlood = prepareRefusal(new Refusal('TOO_MANY_REQUESTS', { retryAfter: 1 }));

export function createShopServer(listener: RequestListener): Server {
  const server = createServer(SERVER_OPTIONS, requiringHost(withoutFloods(listener)));
  server.timeout = SILENCE_MS;
  // The bytes of all headers are limited (16 KiB). A limit of their number would drop the rest unseen.
  server.maxHeadersCount = 0;
  // Nothing is promised but by an answer: any other expectation is left unmet (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    socket.end(refusalBytes(new Refusal('REQUEST_INVALID')));
  });
  return server;
}

/** RFC 9112, 3.2: who names no host gets 400. */
function requiringHost(next: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') {
      next(request, response);
    } else {
      // Whatever sends that has lost its way in what it sends.
      response.shouldKeepAlive = false;
      refuseAsInvalid(response);
    }
  };
}

/** All that arrives in one read is begun at once, before anybody else's: so nobody has much of it. */
function withoutFloods(next: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // The connection is still with an answer before this one.
    if (response.socket === null) {
      const { socket } = request;
      const before = waiting.get(socket) ?? 0;
      if (before >= PIPELINED_MAX) {
        refuseAsFlood(response);
        return;
      }
      waiting.set(socket, before + 1);
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    }
    next(request, response);
  };
}

/** Node's errors with a connection, as refusals of ours; any other is what can't be read as HTTP. */
const connectionRefusals: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** What never became a request gets the same shape of error, written by hand. */
export function handleClientError({ code }: ConnectionError, socket: Socket): void {
  const answer = answerUnderWay(socket);
  if (code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy();
  } else if (answer?.req.complete) {
    // What is wrong came behind a whole request, whose answer this must not be taken for.
    socket.pause();
    answer.once('close', () => socket.destroySoon());
  } else {
    const bytes = refusalBytes(new Refusal(connectionRefusals[code] ?? 'REQUEST_INVALID'));
    socket.end(bytes, () => socket.destroy());
  }
}

/**
 * Watches the connections, so that a stop waits for those that are served, and for nobody who sends a
 * request without end or doesn't read an answer.
 * @returns to be called when the server begins to stop
 */
export function watchConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    const until = performance.now() + STOP_GRACE_MS;
    const sweep = setInterval(() => {
      if (performance.now() < until) return;
      for (const socket of sockets) if (!isServed(socket)) socket.destroy();
    }, SWEEP_MS);
    server.once('close', () => clearInterval(sweep));
  };
}

function isServed(socket: Socket): boolean {
  const answer = answerUnderWay(socket);
  return answer?.req.complete === true && !answer.writableEnded;
}

/** The answer that a connection is busy with, begun or not. */
function answerUnderWay(socket: Socket): ServerResponse<IncomingMessage> | undefined {
  // Node's own field, which its own handling of such errors asks, too; there is no public one.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}
