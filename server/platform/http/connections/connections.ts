/** The server's side of connections: time limits, how many there may be, one answer at a time, malformed requests. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import type { ErrorReply } from '../../../../contract/errors.ts';
import { Refusal, type RefusalCode } from '../../../../contract/refusals.ts';
import { headersOf } from '../errors.ts';
import { createSecurityHeaders, type SecurityHeaders } from '../security-headers.ts';
import { ConnectionShares, connectionLimits } from './connection-shares.ts';

const SERVER_OPTIONS = {
  /** Longer than load balancers keep an idle connection, so that they close it and not the server. */
  keepAliveTimeout: 72_000,
  /** Also until the first header of a new connection. */
  headersTimeout: 15_000,
  /** Includes the body, of 64 kB at most. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Checked by `handleInTurn`, to reply with a body. */
  requireHostHeader: false,
};
/** A connection without a byte in either direction is closed. The database's time limits are shorter. */
const IDLE_TIMEOUT_MS = 40_000;
const MEMORY_CHECK_MS = 1_000;
/** Requests of a connection that aren't answered yet. Browsers and load balancers wait for each answer. */
const PIPELINED_MAX = 16;
/** When the server stops, clients have this long to finish sending a request. */
const STOP_GRACE_MS = 3_000;
const STOP_CHECK_MS = 100;

/** Node's parser errors, as refusals; any other error is malformed HTTP. */
const connectionRefusals: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** A request that isn't answered completely. */
interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  start(): void;
}

export class Connections {
  /** The turns of each connection, oldest first. A connection without any is idle. */
  readonly #turns = new Map<Socket, Turn[]>();
  readonly #shares: ConnectionShares;
  readonly #headers: SecurityHeaders;

  /** @param headers of the responses to malformed requests */
  constructor(headers = createSecurityHeaders(''), limits = connectionLimits) {
    this.#headers = headers;
    this.#shares = new ConnectionShares(limits);
  }

  /** Fastify calls it twice for `localhost`, which is an IPv4 and an IPv6 address. */
  createServer(handle: RequestListener): Server {
    const server = createServer(SERVER_OPTIONS, handle);
    server.timeout = IDLE_TIMEOUT_MS;
    // Node limits the bytes of all headers (16 KiB). A limit on their number would drop the rest silently.
    server.maxHeadersCount = 0;
    server.on('connection', (socket) => this.#add(socket));
    server.on('listening', () => {
      const check = setInterval(() => this.#shares.freeMemory(), MEMORY_CHECK_MS).unref();
      server.once('close', () => clearInterval(check));
    });
    server.on('clientError', (error, socket: Socket) => this.#refuse(error, socket));
    // An unknown expectation is ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', (_request, socket) => {
      socket.end(this.#messageOf(new Refusal('REQUEST_INVALID')));
    });
    return server;
  }

  /**
   * Answers the requests of a connection one after the other, each when the client has received the answer before. So
   * a client that sends many requests and doesn't read holds one answer in memory. A flood ends the connection.
   */
  handleInTurn(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { raw, socket } = request;
      const start = () => {
        if (hasOneHost(raw)) return done();
        reply.header('connection', 'close');
        done(new Refusal('REQUEST_INVALID'));
      };
      // Injected requests have no connection.
      const turns = this.#turns.get(socket) ?? [];
      if (turns.length >= PIPELINED_MAX) {
        socket.destroy();
        return;
      }
      turns.push({ request: raw, response: reply.raw, start });
      reply.raw.once('close', () => {
        turns.shift();
        this.#shares.forgetReceived(socket);
        if (!socket.destroyed) turns[0]?.start();
      });
      if (turns.length === 1) start();
    });
  }

  /**
   * Lets a stopping server wait for the requests that it is answering, but not for clients that never finish sending
   * a request or reading a response.
   */
  closeOnStop(app: FastifyInstance): void {
    app.addHook('preClose', async () => {
      const deadline = performance.now() + STOP_GRACE_MS;
      const check = setInterval(() => {
        if (performance.now() < deadline) return;
        for (const [socket, turns] of this.#turns) if (!isBeingAnswered(turns)) socket.destroy();
      }, STOP_CHECK_MS);
      app.server.once('close', () => clearInterval(check));
    });
  }

  #add(socket: Socket): void {
    const isIdle = (other: Socket) => this.#turns.get(other)?.length === 0;
    if (!this.#shares.add(socket, isIdle)) {
      socket.destroy();
      return;
    }
    this.#turns.set(socket, []);
    socket.once('close', () => this.#turns.delete(socket));
  }

  /** Answers bytes that are no valid request with an error of the usual shape. */
  #refuse(error: Error, socket: Socket): void {
    const { code } = error as ConnectionError;
    const turns = this.#turns.get(socket) ?? [];
    const lastComplete = turns.findLast(({ request }) => request.complete);
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (lastComplete) {
      // The error follows valid requests: answer those first.
      socket.pause();
      lastComplete.response.once('close', () => socket.destroySoon());
    } else if (turns[0]?.response.headersSent) {
      socket.destroy();
    } else {
      const refusal = new Refusal(connectionRefusals[code] ?? 'REQUEST_INVALID');
      socket.end(this.#messageOf(refusal), () => socket.destroy());
    }
  }

  /** A complete HTTP response, for a socket that is closed after it. */
  #messageOf(refusal: Refusal): string {
    const { status, message } = refusal;
    const error: ErrorReply = { success: false, message };
    const body = JSON.stringify(error);
    const headers = {
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...headersOf(refusal),
      ...this.#headers(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
  }
}

function isBeingAnswered([turn]: readonly Turn[]): boolean {
  return turn?.request.complete === true && !turn.response.writableEnded;
}

/** RFC 9112, 3.2. Node's own reply would have no body, and it accepts several. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const isName = (text: string, index: number) =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  const count = rawHeaders.filter(isName).length;
  return count === 1 || (count === 0 && httpVersion === '1.0');
}
