import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { openTestShop } from '../test-shop.ts';
import { ask, type Reply, type Sent, watchFramework } from './ask.testing.ts';
import { AnswersAtHand } from './at-hand.ts';
import { Prepared } from './prepared.ts';
import type { Answered } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';

/** The version of the catalogue, or why it can't be had. */
let version: string | Error = '1';
/** How long it takes to be had. */
let versionTakesMs = 0;
const told: Answered[] = [];
const bodyOf = (made: string) => JSON.stringify({ made, products: 'a product '.repeat(50) });

const atHand = new AnswersAtHand(
  {
    catalogueVersion: async () => {
      await sleep(versionTakesMs);
      if (version instanceof Error) throw version;
      return version;
    },
  },
  (answered) => told.push(answered),
);
const app = Fastify({
  trustProxy: '127.0.0.1',
  serverFactory: (handler) => createServer(atHand.inFrontOf(handler)),
});
const askedBy = watchFramework(app);
addSecurityHeaders(app);
app.get('/made', async (request, reply) => {
  const made = version instanceof Error ? 'none' : version;
  const prepared = new Prepared(bodyOf(made), { headers: { 'content-type': 'text/plain' } });
  return atHand.send(request, reply, made, prepared);
});
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const made = (sent: Sent = {}) => ask(app, { path: '/made', ...sent });

beforeEach(() => {
  version = '1';
  versionTakesMs = 0;
  told.length = 0;
});

describe('an answer that went out before', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ] as const)(
    'goes out again without the framework, the same in all but its id: %s',
    async (encoding, open) => {
      const headers = { 'accept-encoding': encoding };
      version = `for ${encoding}`;
      const first = await made({ headers });
      let again: Reply | undefined;
      expect(
        await askedBy(async () => {
          again = await made({ headers });
        }),
      ).toBe(0);
      expect(again).toEqual({ ...first, id: again?.id });
      expect(again?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(again?.id).not.toBe(first.id);
      expect(open(again?.body ?? Buffer.alloc(0)).toString()).toBe(bodyOf(version as string));
    },
  );

  test('is 304 without a body for a client that has it, with no more than it lacks', async () => {
    await made();
    const { etag = '' } = (await made()).headers;
    const headers = { 'if-none-match': etag };
    version = '2';
    await made();
    version = '1';
    const first = await made({ headers });
    const again = await made({ headers });
    expect(first).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    expect(again).toEqual({ ...first, id: again.id, headers: expect.anything() });
    expect(first.headers).toMatchObject(again.headers);
    expect(again.headers).toMatchObject({
      etag,
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
  });

  test('is made anew once the catalogue has another version', async () => {
    await made();
    version = '2';
    const reply = await made();
    expect(reply.body.toString()).toBe(bodyOf('2'));
    expect((await made()).body.toString()).toBe(bodyOf('2'));
  });

  test('is told of like any other', async () => {
    await made();
    const { id } = await made();
    await expect.poll(() => told).toHaveLength(1);
    expect(told).toEqual([
      { id, method: 'GET', route: '/made', status: 200, ms: expect.any(Number) },
    ]);
  });

  test('has taken as long as its version had to be waited for', async () => {
    await made();
    versionTakesMs = 30;
    await made();
    await expect.poll(() => told.at(-1)?.ms).toBeGreaterThan(25);
  });

  test('asks for HTTPS where it is spoken, and only there', async () => {
    const secure = { headers: { 'x-forwarded-proto': 'https' } };
    const isAsked = async (sent: Sent) => 'strict-transport-security' in (await made(sent)).headers;
    expect(await isAsked({})).toBe(false);
    expect(await isAsked(secure)).toBe(true);
    const plainly = { headers: { 'x-forwarded-proto': 'http' } };
    expect(await isAsked(plainly)).toBe(false);
    expect(
      await askedBy(async () => {
        expect(await isAsked({})).toBe(false);
        expect(await isAsked(secure)).toBe(true);
        expect(await isAsked(plainly)).toBe(false);
      }),
    ).toBe(0);
  });
});

describe('the framework answers', () => {
  beforeEach(() => made());

  test.each<[string, Sent]>([
    ['another method', { method: 'HEAD' }],
    ['another address', { path: '/made?' }],
    ['an encoding that nobody asked for yet', { headers: { 'accept-encoding': 'br' } }],
    ['a request with a body', { body: 'odd', headers: { 'content-length': '3' } }],
  ])('%s', async (_, sent) => {
    expect(await askedBy(() => made(sent))).toBe(1);
    expect(await askedBy(() => made())).toBe(0);
  });

  test('where the version can’t be had', async () => {
    version = new Error('no database');
    expect(await askedBy(() => made())).toBe(1);
  });

  test('where so many others were asked for since that it isn’t kept', async () => {
    for (let n = 0; n < 550; n++) await made({ path: `/made?n=${n}` });
    expect(await askedBy(() => made())).toBe(1);
  });
});

test('the shop itself: a changed product is in the very next answer', async () => {
  const shop = await openTestShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const products = () => ask(shop.app, { path: paths.products });
  await shop.sell({ id: 'lamp', name: 'Old Lamp' });
  await products();
  expect((await products()).body.toString()).toContain('Old Lamp');
  await shop.sell({ id: 'lamp', name: 'New Lamp' });
  expect((await products()).body.toString()).toContain('New Lamp');
});
