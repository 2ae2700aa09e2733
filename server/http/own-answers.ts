/**
 * What shoppers ask for of their own, most of all their cart, without the framework: its share of such a
 * request would be a third. See docs/decisions/026.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import { findShopper } from './bearer.ts';
import { headOf } from './kept-head.ts';
import type { Answered } from './log.ts';
import type { AppServices } from './services.ts';
import { type Answer, headersOf, isPlainGet, keyOf, send } from './without-framework.ts';

/** One for each address, protocol and proxy. */
const FORMS_KEPT = 50;

type Find = (userId: string) => Promise<object>;

/** All of an answer but what it says. */
interface Form {
  route: string;
  /** But for the length. */
  head: string;
  find: Find;
  serialize(found: object): string;
  /** What was found, as it was sent: where the same is found again, it is sent again. */
  written: WeakMap<object, Answer>;
}

export class OwnAnswers {
  readonly #services: Pick<AppServices, 'sessions' | 'now'>;
  readonly #onAnswered: (answered: Answered) => void;
  readonly #forms = new BoundedMap<string, Form>(FORMS_KEPT);
  readonly #failures = new WeakMap<IncomingMessage, unknown>();
  #isClosed = false;

  /** @param onAnswered told of each request that was answered from here */
  constructor(
    services: Pick<AppServices, 'sessions' | 'now'>,
    onAnswered: (answered: Answered) => void,
  ) {
    this.#services = services;
    this.#onAnswered = onAnswered;
  }

  /**
   * An onSend hook of a route that needs a shopper: its first good answer shows what they look like, and
   * from then on they are given without it.
   * @param find what that shopper is answered
   */
  likeThose(find: Find): onSendHookHandler {
    return async ({ raw, routeOptions: { url: route = '' } }, reply, payload) => {
      const key = keyOf(raw);
      if (reply.statusCode !== 200 || !isPlainGet(raw) || this.#forms.has(key)) return payload;
      // A serializer takes whatever its schema describes.
      const serialize = reply.getSerializationFunction('200') as Form['serialize'] | undefined;
      if (serialize) {
        const head = headOf(200, headersOf(reply));
        this.#forms.set(key, { route, head, find, serialize, written: new WeakMap() });
      }
      return payload;
    };
  }

  /** An onRequest hook: what went wrong in front of the framework is told by it, and not tried again. */
  readonly tellFailure = async ({ raw }: FastifyRequest): Promise<void> => {
    if (this.#failures.has(raw)) throw this.#failures.get(raw);
  };

  /** Answers shoppers whose session is good; everybody else is `next`'s. */
  inFrontOf(next: RequestListener): RequestListener {
    return (request, response) => {
      const form = this.#formFor(request);
      if (form === undefined) next(request, response);
      else void this.#answer(form, { request, response, next });
    };
  }

  /** From now on the framework answers: it tells clients that the server is going. */
  close(): void {
    this.#isClosed = true;
  }

  #formFor(request: IncomingMessage): Form | undefined {
    if (this.#isClosed || !isPlainGet(request)) return undefined;
    return this.#forms.get(keyOf(request));
  }

  async #answer(form: Form, { request, response, next }: Asked): Promise<void> {
    const startedAt = performance.now();
    let answer: Answer;
    try {
      const { userId } = await findShopper(request.headers.authorization, this.#services);
      answer = write(form, await form.find(userId));
    } catch (error) {
      this.#failures.set(request, error);
      next(request, response);
      return;
    }
    send(response, answer, startedAt, this.#onAnswered);
  }
}

function write({ route, head, serialize, written }: Form, found: object): Answer {
  const before = written.get(found);
  if (before !== undefined) return before;
  const body = serialize(found);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const now = { route, status: 200, head: `${head}${length}`, body };
  written.set(found, now);
  return now;
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  next: RequestListener;
}
