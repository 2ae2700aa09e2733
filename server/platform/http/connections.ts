/** The server's side of connections: time limits, malformed requests, and which connections a stop waits for. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { Refusal, type RefusalCode } from '../../../contract/refusals.ts';
import { refusalMessage } from './early-refusals.ts';

const SERVER_OPTIONS = {
  /** Longer than load balancers keep an idle connection, so that they close it and not the server. */
  keepAliveTimeout: 72_000,
  /** Also until the first header of a new connection. */
  headersTimeout: 15_000,
  /** Includes the body, of 64 kB at most. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** The pipeline checks it, to reply with a body. */
  requireHostHeader: false,
};
/** A connection without a byte in either direction is closed. The database's time limits are shorter. */
const IDLE_TIMEOUT_MS = 40_000;
/** When the server stops, clients have this long to finish sending a request. */
const STOP_GRACE_MS = 3_000;
const STOP_CHECK_MS = 100;

export function createShopServer(listener: RequestListener): Server {
  const server = createServer(SERVER_OPTIONS, listener);
  server.timeout = IDLE_TIMEOUT_MS;
  // Node limits the bytes of all headers (16 KiB). A limit on their number would drop the rest silently.
  server.maxHeadersCount = 0;
  // An unknown expectation is ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    socket.end(refusalMessage(new Refusal('REQUEST_INVALID')));
  });
  return server;
}

/** The unfinished responses of each connection, oldest first. A connection without any is idle. */
export class ActiveResponses {
  readonly #bySocket = new Map<Socket, ServerResponse[]>();

  /** @returns how many requests the connection has open, this one included */
  add({ socket }: IncomingMessage, response: ServerResponse): number {
    const open = this.#bySocket.get(socket) ?? [];
    open.push(response);
    this.#bySocket.set(socket, open);
    response.once('close', () => {
      const index = open.indexOf(response);
      if (index !== -1) open.splice(index, 1);
      if (open.length === 0) this.#bySocket.delete(socket);
    });
    return open.length;
  }

  /** The response that the connection is sending, or is going to send next. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#bySocket.get(socket)?.[0];
  }
}

/** Node's parser errors, as refusals; any other error is malformed HTTP. */
const connectionRefusals: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Answers bytes that are no valid request with an error of the usual shape. */
export function createClientErrorHandler(responses: ActiveResponses) {
  return ({ code }: ConnectionError, socket: Socket): void => {
    const response = responses.current(socket);
    if (code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
      socket.destroy();
    } else if (response?.req.complete) {
      // The error follows a valid request: answer that one first.
      socket.pause();
      response.once('close', () => socket.destroySoon());
    } else {
      const refusal = new Refusal(connectionRefusals[code] ?? 'REQUEST_INVALID');
      socket.end(refusalMessage(refusal), () => socket.destroy());
    }
  };
}

/**
 * Lets a stopping server wait for the requests that it is answering, but not for clients that never finish sending
 * a request or reading a response.
 * @returns to be called when the server begins to stop
 */
export function closeConnectionsOnStop(server: Server, responses: ActiveResponses): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const isBeingAnswered = (socket: Socket): boolean => {
    const response = responses.current(socket);
    return response?.req.complete === true && !response.writableEnded;
  };
  return () => {
    const deadline = performance.now() + STOP_GRACE_MS;
    const check = setInterval(() => {
      if (performance.now() < deadline) return;
      for (const socket of sockets) if (!isBeingAnswered(socket)) socket.destroy();
    }, STOP_CHECK_MS);
    server.once('close', () => clearInterval(check));
  };
}
