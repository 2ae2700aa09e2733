/**
 * Answers at hand: those that went out before and would go out again, byte for byte, are sent without
 * the framework, whose share of such a request is the larger one. See docs/performance.md.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import type { Answered } from './log.ts';
import { type Encoding, encodingFor, isKnown, type Prepared, sendPrepared } from './prepared.ts';
import type { AppServices } from './services.ts';

/** As many as there are kept pages and searches, and the API's own. */
const ANSWERS_KEPT = 550;
/** The one header that each answer has for itself. */
const REQUEST_ID = 'x-request-id';
/** What a 304 says: the rest the client has already (RFC 9110, 15.4.5). */
const OF_UNCHANGED = new Set([
  'access-control-allow-origin',
  'cache-control',
  'etag',
  'strict-transport-security',
  'vary',
]);

interface AtHand {
  version: string;
  route: string;
  prepared: Prepared;
  headers: Record<Encoding | 'unchanged', readonly string[]>;
}

export class AnswersAtHand {
  readonly #catalogueVersion: AppServices['catalogueVersion'];
  readonly #answers = new BoundedMap<string, AtHand>(ANSWERS_KEPT);
  readonly #onAnswered: (answered: Answered) => void;
  #isClosed = false;

  /** @param onAnswered told of each request that was answered from here */
  constructor(
    { catalogueVersion }: Pick<AppServices, 'catalogueVersion'>,
    onAnswered: (answered: Answered) => void,
  ) {
    this.#catalogueVersion = catalogueVersion;
    this.#onAnswered = onAnswered;
  }

  /**
   * Sends an answer, and keeps it with all headers that it got on its way.
   * @param version of the catalogue that it was made from
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    version: string,
    prepared: Prepared,
  ): FastifyReply {
    if (request.method === 'GET') this.#keep(request, reply, version, prepared);
    return sendPrepared(request, reply, prepared);
  }

  #keep(request: FastifyRequest, reply: FastifyReply, version: string, prepared: Prepared): void {
    const key = keyOf(request.raw);
    const common = Object.entries({ ...reply.getHeaders(), ...prepared.headers }).filter(
      ([name]) => name !== REQUEST_ID,
    );
    const headersFor = (encoding: Encoding) =>
      flatten([
        ...common,
        ...(encoding === 'identity' ? [] : [['content-encoding', encoding] as const]),
        ['content-length', prepared.bodies[encoding].length],
      ]);
    this.#answers.set(key, {
      version,
      route: request.routeOptions.url ?? '',
      prepared,
      headers: {
        br: headersFor('br'),
        gzip: headersFor('gzip'),
        identity: headersFor('identity'),
        unchanged: flatten(common.filter(([name]) => OF_UNCHANGED.has(name))),
      },
    });
  }

  /** Answers what is at hand; everything else is `next`'s. */
  inFrontOf(next: RequestListener): RequestListener {
    return (request, response) => {
      const answer = this.#isClosed ? undefined : this.#find(request);
      if (answer === undefined) {
        next(request, response);
        return;
      }
      this.#catalogueVersion().then(
        (version) => {
          if (version === answer.version) this.#send(request, response, answer);
          else next(request, response);
        },
        () => next(request, response),
      );
    };
  }

  /** From now on the framework answers: it tells clients that the server is going. */
  close(): void {
    this.#isClosed = true;
  }

  #find(request: IncomingMessage): AtHand | undefined {
    const { method, headers } = request;
    // A GET with a body is an odd one, and left to who reads it.
    if (method !== 'GET' || 'content-length' in headers || 'transfer-encoding' in headers) {
      return undefined;
    }
    return this.#answers.get(keyOf(request));
  }

  #send(request: IncomingMessage, response: ServerResponse, answer: AtHand): void {
    const startedAt = performance.now();
    const { prepared, headers, route } = answer;
    const id = randomUUID();
    const isUnchanged = isKnown(request.headers['if-none-match'], prepared.etag);
    const encoding = encodingFor(request);
    const status = isUnchanged ? 304 : prepared.status;
    const head = headers[isUnchanged ? 'unchanged' : encoding];
    response.on('close', () => {
      const ms = performance.now() - startedAt;
      this.#onAnswered({ id, method: 'GET', route, status, ms });
    });
    response.writeHead(status, [...head, REQUEST_ID, id]);
    response.end(isUnchanged ? undefined : prepared.bodies[encoding]);
  }
}

/** As `writeHead` takes them: names and values in turn. */
function flatten(headers: (readonly [string, unknown])[]): string[] {
  return headers.flatMap(([name, value]) => [name, String(value)]);
}

/** All that an answer depends on, but for the encoding and what the client has already. */
function keyOf({ url = '', headers, socket }: IncomingMessage): string {
  const protocol = headers['x-forwarded-proto'];
  // Whether a proxy is believed, that depends on its address.
  return protocol === undefined ? url : `${url} ${protocol} ${socket.remoteAddress}`;
}
