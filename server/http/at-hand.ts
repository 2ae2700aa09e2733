/**
 * Answers at hand: those that went out before and would go out again, byte for byte, are sent without
 * the framework, whose share of such a request is the larger one. See docs/performance.md.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import type { AppServices } from '../services.ts';
import { headOf } from './kept-head.ts';
import { type Encoding, encodingFor, isKnown, type Prepared, sendPrepared } from './prepared.ts';
import type { Answered } from './request-log.ts';
import { type Answer, headersOf, isPlainGet, keyOf, send } from './without-framework.ts';

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
  /** Of the catalogue, that it was made from. */
  version: string;
  etag: string;
  whole: Answer;
  /** For clients who have it. */
  unchanged: Answer;
}

export class AnswersAtHand {
  readonly #catalogueVersion: AppServices['catalogueVersion'];
  /** By address, and by encoding. */
  readonly #answers = new BoundedMap<string, Partial<Record<Encoding, AtHand>>>(ANSWERS_KEPT);
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
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    version: string,
    prepared: Prepared,
  ): Promise<FastifyReply> {
    if (request.method === 'GET') await this.#keep(request, reply, version, prepared);
    return sendPrepared(request, reply, prepared);
  }

  async #keep(
    request: FastifyRequest,
    reply: FastifyReply,
    version: string,
    prepared: Prepared,
  ): Promise<void> {
    const { status, etag } = prepared;
    const encoding = encodingFor(request.raw);
    const body = await prepared.bodyAs(encoding);
    const { method } = request;
    const route = request.routeOptions.url ?? '';
    const common = { ...headersOf(reply), ...prepared.headers };
    const head = headOf(status, {
      ...common,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': body.length,
    });
    const headOfUnchanged = headOf(
      304,
      Object.fromEntries(Object.entries(common).filter(([name]) => OF_UNCHANGED.has(name))),
    );
    const key = keyOf(request.raw);
    this.#answers.set(key, {
      ...this.#answers.get(key),
      [encoding]: {
        version,
        etag,
        whole: { method, route, status, head, body },
        unchanged: { method, route, status: 304, head: headOfUnchanged, body: undefined },
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
      const startedAt = performance.now();
      const sendIfOf = (version: string): void => {
        if (version === answer.version) this.#send(answer, { request, response, startedAt });
        else next(request, response);
      };
      const version = this.#catalogueVersion();
      if (typeof version === 'string') sendIfOf(version);
      else version.then(sendIfOf, () => next(request, response));
    };
  }

  /** From now on the framework answers: it tells clients that the server is going. */
  close(): void {
    this.#isClosed = true;
  }

  #find(request: IncomingMessage): AtHand | undefined {
    if (!isPlainGet(request)) return undefined;
    return this.#answers.get(keyOf(request))?.[encodingFor(request)];
  }

  #send({ etag, whole, unchanged }: AtHand, { request, response, startedAt }: Asked): void {
    const answer = isKnown(request.headers['if-none-match'], etag) ? unchanged : whole;
    send(response, answer, startedAt, this.#onAnswered);
  }
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  /** By `performance.now`. */
  startedAt: number;
}
