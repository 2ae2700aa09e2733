/**
 * Answers at hand: those that went out before and would go out again, byte for byte, are sent without
 * the framework, whose share of such a request is the larger one. See docs/performance.md.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import type { Answered } from './log.ts';
import { type Encoding, encodingFor, isKnown, type Prepared, sendPrepared } from './prepared.ts';
import type { AppServices } from './services.ts';
import { flatten, headersOf, isPlainGet, keyOf, send } from './without-framework.ts';

/** As many as there are kept pages and searches, and the API's own. */
const ANSWERS_KEPT = 550;
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
    const common = { ...headersOf(reply), ...prepared.headers };
    const headersFor = (encoding: Encoding) =>
      flatten({
        ...common,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': prepared.bodies[encoding].length,
      });
    this.#answers.set(key, {
      version,
      route: request.routeOptions.url ?? '',
      prepared,
      headers: {
        br: headersFor('br'),
        gzip: headersFor('gzip'),
        identity: headersFor('identity'),
        unchanged: flatten(
          Object.fromEntries(Object.entries(common).filter(([name]) => OF_UNCHANGED.has(name))),
        ),
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
    return isPlainGet(request) ? this.#answers.get(keyOf(request)) : undefined;
  }

  #send(request: IncomingMessage, response: ServerResponse, { prepared, headers, route }: AtHand) {
    const startedAt = performance.now();
    const isUnchanged = isKnown(request.headers['if-none-match'], prepared.etag);
    const encoding = encodingFor(request);
    const answer = isUnchanged
      ? { status: 304, headers: headers.unchanged, body: undefined }
      : { status: prepared.status, headers: headers[encoding], body: prepared.bodies[encoding] };
    send(response, { ...answer, route, startedAt }, this.#onAnswered);
  }
}
