/** A server of two routes that are given in front of the framework: what a shopper's own is, and a greeting. */
import { createServer } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeEach } from 'vitest';
import { BODY_MAX_BYTES } from '../../contract/limits.ts';
import { ask, type Reply, type Sent, watchFramework } from './ask.testing.ts';
import { hashToken, requireShopper, shopperOf } from './authentication.ts';
import { handleError } from './errors.ts';
import { OwnAnswers } from './own-answers.ts';
import type { Answered } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';

export const json = { 'content-type': 'application/json' };

/** Whose tokens are good. */
const users = new Map([
  [hashToken('of-ada'), 'Ada'],
  [hashToken('of-bea'), 'Bea'],
]);

/** What happened since the test began, and what is to happen. */
class Course {
  /** How often whose a token is was looked up. */
  lookedUp = 0;
  /** Until then nobody knows whose. */
  known: Promise<unknown> = Promise.resolve();
  /** How often something was found. */
  found = 0;
  greetings: string[] = [];
  told: Answered[] = [];
  failure: Error | undefined;
}

export async function openOwnApp() {
  let course = new Course();
  beforeEach(() => {
    course = new Course();
  });
  const sessions = {
    async find(tokenHash: string) {
      course.lookedUp++;
      await course.known;
      return users.get(tokenHash);
    },
    ended() {},
    close: async () => {},
  };
  const services = { sessions, now: Date.now };

  async function find(userId: string) {
    course.found++;
    if (course.failure) throw course.failure;
    return { name: userId, greeting: 'Grüße', hidden: 'nobody’s' };
  }

  async function greet(_userId: string, { greeting }: { greeting: string }) {
    course.greetings.push(greeting);
    if (course.failure) throw course.failure;
    return { name: 'everybody', greeting };
  }

  const own = new OwnAnswers(services, (answered) => course.told.push(answered));
  const app = Fastify({
    trustProxy: '127.0.0.1',
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: (handler) => createServer(own.inFrontOf(handler)),
  });
  app.setErrorHandler(handleError);
  app.decorateRequest('shopper', null);
  const askedBy = watchFramework(app);
  addSecurityHeaders(app);
  app.addHook('onRequest', own.tellFailure);
  app.addHook('onRequest', requireShopper(services));
  const text = { type: 'string' };
  const response = { 200: { type: 'object', properties: { name: text, greeting: text } } };
  app.get('/own', { schema: { response }, onSend: own.likeThose(find) }, (request) =>
    find(shopperOf(request).userId),
  );
  const body = { type: 'object', required: ['greeting'], properties: { greeting: text } };
  app.post<{ Body: { greeting: string } }>(
    '/own',
    { schema: { body, response }, preParsing: own.handOnBody, onSend: own.likeThose(greet) },
    (request) => greet(shopperOf(request).userId, request.body),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => app.close());

  const get = (token: string, { headers, ...sent }: Sent = {}) =>
    ask(app, { path: '/own', ...sent, headers: { ...headers, authorization: `Bearer ${token}` } });
  let addresses = 0;
  return {
    app,
    /** How many of the requests that something makes were asked of the framework. */
    askedBy,
    course: () => course,
    get,
    post: (body: string, { headers, ...sent }: Sent = {}) =>
      get('of-ada', { method: 'POST', body, ...sent, headers: { ...json, ...headers } }),
    /** The routes by an address that nobody has asked yet, so that the framework answers. */
    newPath: () => `/own?${++addresses}`,
  };
}

export function jsonOf({ body }: Reply) {
  return JSON.parse(body.toString());
}
