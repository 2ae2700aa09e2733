import { createServer } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
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
const sessions = {
  async find(tokenHash: string) {
    lookedUp++;
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

const own = new OwnAnswers(services, (answered) => told.push(answered));
const app = Fastify({
  trustProxy: '127.0.0.1',
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
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const get = (token: string, { headers, ...sent }: Sent = {}) =>
  ask(app, { path: '/own', ...sent, headers: { ...headers, authorization: `Bearer ${token}` } });
const jsonOf = ({ body }: Reply) => JSON.parse(body.toString());

beforeEach(() => {
  failure = undefined;
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
