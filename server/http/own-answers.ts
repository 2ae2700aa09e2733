/**
 * What shoppers ask for of their own and change, most of all their cart, without the framework: its share of
 * such a request would be a third, and a tenth. See docs/decisions/026 and 035.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import type { AppServices } from '../services.ts';
import { findShopper } from './authentication.ts';
import { headOf } from './kept-head.ts';
import type { Answered } from './request-log.ts';
import { bringsJson, WholeBodies } from './whole-bodies.ts';
import { type Answer, headersOf, isPlainGet, keyOf, send } from './without-framework.ts';

/** One for each method, address, protocol and proxy. */
const FORMS_KEPT = 50;

/** @param body valid by the route's schema, where it has one */
type Answering<Body> = (userId: string, body: Body) => Promise<object>;

/** All of an answer but what it says. */
interface Form {
  method: string;
  route: string;
  /** But for the length. */
  head: string;
  answer: Answering<unknown>;
  /** Where there is a body. */
  isValid: ((body: unknown) => boolean) | undefined;
  serialize(found: object): string;
  /** What was found, as it was sent: where the same is found again, it is sent again. */
  written: WeakMap<object, Answer>;
}

export class OwnAnswers {
  readonly #services: Pick<AppServices, 'sessions' | 'now'>;
  readonly #onAnswered: (answered: Answered) => void;
  readonly #forms = new BoundedMap<string, Form>(FORMS_KEPT);
  readonly #failures = new WeakMap<IncomingMessage, unknown>();
  readonly #bodies = new WholeBodies();
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
   * @param answer what that shopper is answered
   */
  likeThose<Body>(answer: Answering<Body>): onSendHookHandler {
    return async (request, reply, payload) => {
      const { raw, method, routeOptions } = request;
      const key = formKeyOf(raw);
      if (reply.statusCode !== 200 || key === undefined || this.#forms.has(key)) return payload;
      // A serializer takes whatever its schema describes.
      const serialize = reply.getSerializationFunction('200') as Form['serialize'] | undefined;
      if (serialize === undefined) return payload;
      const validate = request.getValidationFunction('body');
      this.#forms.set(key, {
        method,
        route: routeOptions.url ?? '',
        head: headOf(200, headersOf(reply)),
        // What is valid by the schema that the body's type comes from is of that type.
        answer: answer as Answering<unknown>,
        isValid: validate && ((body) => validate(body) === true),
        serialize,
        written: new WeakMap(),
      });
      return payload;
    };
  }

  /** An onRequest hook: what went wrong in front of the framework is told by it, and not tried again. */
  readonly tellFailure = async ({ raw }: FastifyRequest): Promise<void> => {
    if (this.#failures.has(raw)) throw this.#failures.get(raw);
  };

  /** A preParsing hook, where there is a body. */
  readonly handOnBody = this.#bodies.handOn;

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
    const key = this.#isClosed ? undefined : formKeyOf(request);
    return key === undefined ? undefined : this.#forms.get(key);
  }

  async #answer(form: Form, { request, response, next }: Asked): Promise<void> {
    const startedAt = performance.now();
    let answer: Answer;
    try {
      const { userId } = await findShopper(request.headers.authorization, this.#services);
      // By now all of a short body is here, if it came with its head.
      const body = form.isValid && this.#bodies.read(request);
      if (form.isValid?.(body) === false) {
        next(request, response);
        return;
      }
      answer = write(form, await form.answer(userId, body));
    } catch (error) {
      this.#failures.set(request, error);
      next(request, response);
      return;
    }
    send(response, answer, startedAt, this.#onAnswered);
  }
}

/** Nothing for what is left to the framework in any case. */
function formKeyOf(request: IncomingMessage): string | undefined {
  if (isPlainGet(request)) return keyOf(request);
  return bringsJson(request) ? `POST ${keyOf(request)}` : undefined;
}

function write({ method, route, head, serialize, written }: Form, found: object): Answer {
  const before = written.get(found);
  if (before !== undefined) return before;
  const body = serialize(found);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const now = { method, route, status: 200, head: `${head}${length}`, body };
  written.set(found, now);
  return now;
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  next: RequestListener;
}
