import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { BODY_MAX_BYTES } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import { openTestShop } from '../test-shop.ts';
import { ask, type Reply, type Sent, watchFramework } from './ask.testing.ts';
import { hashToken, requireShopper, shopperOf } from './bearer.ts';
import { handleError } from './errors.ts';
import type { Answered } from './log.ts';
import { OwnAnswers } from './own-answers.ts';
import { addSecurityHeaders } from './security.ts';

/** Whose tokens are good. */
const users = new Map([
  [hashToken('of-ada'), 'Ada'],
  [hashToken('of-bea'), 'Bea'],
]);
/** How often whose they are was looked up. */
let lookedUp = 0;
/** Until then nobody knows. */
let known: Promise<unknown> = Promise.resolve();
const sessions = {
  async find(tokenHash: string) {
    lookedUp++;
    await known;
    return users.get(tokenHash);
  },
};
const services = { sessions: { ...sessions, ended() {}, close: async () => {} }, now: Date.now };

/** What was looked for. */
let found = 0;
let failure: Error | undefined;
const told: Answered[] = [];

async function find(userId: string) {
  found++;
  if (failure) throw failure;
  return { name: userId, greeting: 'Grüße', hidden: 'nobody’s' };
}

/** What was changed, in its order. */
const greetings: string[] = [];

async function greet(_userId: string, { greeting }: { greeting: string }) {
  greetings.push(greeting);
  if (failure) throw failure;
  return { name: 'everybody', greeting };
}

const own = new OwnAnswers(services, (answered) => told.push(answered));
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
const json = { 'content-type': 'application/json' };
const post = (body: string, { headers, ...sent }: Sent = {}) =>
  get('of-ada', { method: 'POST', body, ...sent, headers: { ...json, ...headers } });
let addresses = 0;
/** The route by an address that nobody asked yet, so that the framework answers. */
const newPath = () => `/own?${++addresses}`;
const jsonOf = ({ body }: Reply) => JSON.parse(body.toString());

beforeEach(() => {
  failure = undefined;
  known = Promise.resolve();
  greetings.length = 0;
  told.length = 0;
});

describe('behind the first answer', () => {
  test('the next one comes without the framework, the same in all but its id', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const first = await get('of-ada', { headers });
    let again: Reply | undefined;
    expect(
      await askedBy(async () => {
        again = await get('of-ada', { headers });
      }),
    ).toBe(0);
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(jsonOf(first)).toEqual({ name: 'Ada', greeting: 'Grüße' });
    expect(again).toEqual({ ...first, id: again?.id });
    expect(again?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(again?.id).not.toBe(first.id);
  });

  test('each shopper gets their own, also where both ask at once', async () => {
    await get('of-ada');
    const names = ['of-bea', 'of-ada', 'of-bea'].map(
      async (token) => jsonOf(await get(token)).name,
    );
    expect(await Promise.all(names)).toEqual(['Bea', 'Ada', 'Bea']);
  });

  test('it is told of like any other', async () => {
    await get('of-ada');
    const { id } = await get('of-bea');
    await expect.poll(() => told.at(-1)?.id).toBe(id);
    expect(told.at(-1)).toEqual({
      id,
      method: 'GET',
      route: '/own',
      status: 200,
      ms: expect.any(Number),
    });
  });

  test('HTTPS is asked for where it is spoken, and only there', async () => {
    const isAsked = async (headers: Record<string, string>) =>
      'strict-transport-security' in (await get('of-ada', { headers })).headers;
    const sent = [{ 'x-forwarded-proto': 'https' }, { 'x-forwarded-proto': 'http' }, {}];
    for (const headers of sent) await isAsked(headers);
    expect(
      await askedBy(async () => {
        for (const [n, headers] of sent.entries()) expect(await isAsked(headers)).toBe(n === 0);
      }),
    ).toBe(0);
  });
});

describe('the framework answers', () => {
  beforeEach(() => get('of-ada'));

  test.each<[string, Sent, number]>([
    ['another method', { method: 'HEAD' }, 200],
    ['another address', { path: '/own?' }, 200],
    ['a request with a body', { body: 'odd', headers: { 'content-length': '3' } }, 200],
  ])('%s', async (_, sent, status) => {
    expect(await askedBy(async () => expect((await get('of-ada', sent)).status).toBe(status))).toBe(
      1,
    );
    expect(await askedBy(() => get('of-ada'))).toBe(0);
  });

  test('who has no token, or a bad one, which is looked up once', async () => {
    const { status, body } = await ask(app, { path: '/own' });
    expect([status, body.toString()]).toEqual([401, expect.stringContaining('Log in to continue')]);
    const before = lookedUp;
    const bad = await get('of-nobody');
    expect(lookedUp - before).toBe(1);
    expect([bad.status, jsonOf(bad).message]).toEqual([401, 'Session expired. Log in again.']);
  });

  test('whose answer can’t be had, without looking for it once more', async () => {
    failure = new Refusal('OVERLOADED', { retryAfter: 5 });
    const before = found;
    const reply = await get('of-ada');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
    expect(found - before).toBe(1);
  });
});

describe('with a body', () => {
  const hello = '{"greeting":"Grüße"}';
  beforeEach(async () => {
    await post(hello);
    greetings.length = 0;
  });

  test('behind the first answer, the next one comes without the framework, the same in all but its id', async () => {
    const asFramework = await post(hello, { path: newPath() });
    let again: Reply | undefined;
    expect(
      await askedBy(async () => {
        again = await post('{"greeting":"Grüße"}');
      }),
    ).toBe(0);
    expect(asFramework.status).toBe(200);
    expect(again).toEqual({ ...asFramework, id: again?.id });
    expect(greetings).toEqual(['Grüße', 'Grüße']);
    expect(told.at(-1)).toMatchObject({ id: again?.id, method: 'POST', route: '/own' });
  });

  test('each is read for itself, also where many come on one connection after the other', async () => {
    const sent = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(n + 1));
    await askedBy(async () => {
      for (const greeting of sent) {
        expect(jsonOf(await post(JSON.stringify({ greeting }))).greeting).toBe(greeting);
      }
    });
    expect(greetings).toEqual(sent);
  });

  test.each<[string, string, Sent, number]>([
    ['is no JSON', '{"greeting":', {}, 400],
    ['isn’t what the route takes', '{"greeting":[]}', {}, 400],
    ['is no object', 'null', {}, 400],
    ['reaches for the prototype', '{"greeting":"", "__proto__":{"greeting":""}}', {}, 400],
    ['does so in disguise', '{"greeting":"", "\\u005f_proto__":{}}', {}, 400],
    ['is larger than any', JSON.stringify({ greeting: 'x'.repeat(BODY_MAX_BYTES) }), {}, 413],
    ['has anything in disguise', '{"greeting":"Gr\\u00fc\\u00dfe"}', {}, 200],
    ['is empty', '', {}, 400],
    ['is JSON by another name', hello, { headers: { 'content-type': 'text/json' } }, 415],
    [
      'is JSON with a charset',
      hello,
      { headers: { 'content-type': 'application/json; charset=utf-8' } },
      200,
    ],
  ])('one that %s is the framework’s', async (_, body, sent, status) => {
    let reply: Reply | undefined;
    const ask = async () => {
      reply = await post(body, sent);
    };
    expect(await askedBy(ask)).toBe(1);
    expect(reply?.status).toBe(status);
    expect(greetings).toEqual(status === 200 ? ['Grüße'] : []);
    // As it is told where nobody stands in front of the framework.
    const asFramework = await post(body, { ...sent, path: newPath() });
    expect(reply).toEqual({ ...asFramework, id: reply?.id });
    greetings.length = 0;
    // The connection is none the worse.
    expect(await askedBy(async () => expect((await post(hello)).status).toBe(200))).toBe(0);
  });

  /** @returns its status */
  async function postInPieces(pieces: readonly [string, string], between: Promise<unknown>) {
    const { port } = app.server.address() as AddressInfo;
    const status = Promise.withResolvers<number | undefined>();
    const headers = {
      ...json,
      authorization: 'Bearer of-ada',
      'content-length': Buffer.byteLength(pieces.join('')),
    };
    const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: '/own', headers });
    sent.on('error', status.reject);
    sent.on('response', (response) => status.resolve(response.resume().statusCode));
    sent.write(pieces[0]);
    await between;
    sent.end(pieces[1]);
    return status.promise;
  }

  const pieces = [hello.slice(0, 5), hello.slice(5)] as const;

  test('one that is still to come is the framework’s, and whole', async () => {
    const hasBegun = new Promise((resolve) => app.server.once('request', resolve));
    expect(await askedBy(async () => expect(await postInPieces(pieces, hasBegun)).toBe(200))).toBe(
      1,
    );
    expect(greetings).toEqual(['Grüße']);
  });

  test('one that came in pieces while the shopper was looked up is read whole', async () => {
    const hasBegun = new Promise<void>((resolve) => {
      app.server.prependOnceListener('request', (request: IncomingMessage) => {
        known = expect.poll(() => request.readableLength).toBe(Buffer.byteLength(hello));
        resolve();
      });
    });
    expect(await askedBy(async () => expect(await postInPieces(pieces, hasBegun)).toBe(200))).toBe(
      0,
    );
    expect(greetings).toEqual(['Grüße']);
  });

  test('one that is larger than any is so also where all of it is there when it is looked at', async () => {
    const body = JSON.stringify({ greeting: 'x'.repeat(BODY_MAX_BYTES) });
    app.server.prependOnceListener('request', (request: IncomingMessage) => {
      known = expect.poll(() => request.readableLength).toBe(body.length);
    });
    expect((await post(body)).status).toBe(413);
    expect(greetings).toEqual([]);
  });

  test('nothing is done for who has no good token', async () => {
    const { status } = await get('of-nobody', { method: 'POST', body: hello, headers: json });
    expect([status, greetings]).toEqual([401, []]);
  });

  test('what can’t be done is told, and isn’t tried once more', async () => {
    failure = new Refusal('PRODUCT_MISSING');
    const reply = await post(hello);
    expect([reply.status, jsonOf(reply)]).toEqual([
      404,
      { success: false, message: 'Product does not exist' },
    ]);
    expect(greetings).toHaveLength(1);
  });
});

const shop = await openTestShop();
await shop.app.listen({ host: '127.0.0.1', port: 0 });
const cartOf = (token: string) =>
  ask(shop.app, { path: paths.cart, headers: { authorization: `Bearer ${token}` } });

describe('GET /cart of the shop itself', () => {
  test('is the same each time, and has what was put into it a moment ago', async () => {
    const shopper = await shop.shopper();
    await shop.sell({ id: 'lamp' });
    const first = await cartOf(shopper.token);
    const again = await cartOf(shopper.token);
    expect(again).toEqual({ ...first, id: again.id });
    for (const qty of [2, 3]) {
      await shop.call('POST', paths.cart, { as: shopper, body: { productId: 'lamp', qty } });
      const reply = await cartOf(shopper.token);
      expect(jsonOf(reply)).toEqual([{ productId: 'lamp', qty }]);
      // As the framework would have told it.
      expect(reply.body.toString()).toBe(
        (await shop.call('GET', paths.cart, { as: shopper })).body,
      );
    }
  });

  test('is nobody’s any more who logged out', async () => {
    const { token } = await shop.shopper();
    expect((await cartOf(token)).status).toBe(200);
    expect((await cartOf(token)).status).toBe(200);
    await shop.call('POST', paths.logout, { as: { token } });
    expect((await cartOf(token)).status).toBe(401);
  });
});

test('POST /cart of the shop itself says the same each time, and does what it says', async () => {
  const shopper = await shop.shopper();
  for (const id of ['desk', 'chair']) await shop.sell({ id });
  const change = async (productId: string, qty: number) => {
    const [body, authorization] = [JSON.stringify({ productId, qty }), `Bearer ${shopper.token}`];
    const headers = { ...json, authorization };
    return ask(shop.app, { method: 'POST', path: paths.cart, headers, body });
  };
  const first = await change('desk', 2);
  for (const qty of [3, 2]) {
    const again = await change('desk', qty);
    expect(jsonOf(again)).toEqual([{ productId: 'desk', qty }]);
    expect(jsonOf(await cartOf(shopper.token))).toEqual(jsonOf(again));
    if (qty === 2) expect(again).toEqual({ ...first, id: again.id });
  }
  expect(jsonOf(await change('chair', 1))).toHaveLength(2);
  expect((await change('no-such-thing', 1)).status).toBe(404);
  expect(jsonOf(await change('desk', 0))).toEqual([{ productId: 'chair', qty: 1 }]);
});
