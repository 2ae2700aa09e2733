import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { BODY_MAX_BYTES } from '../../contract/limits.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Reply, Sent } from './ask.testing.ts';
import { json, jsonOf, openOwnApp } from './own-answers.testing.ts';

const { app, askedBy, course, get, newPath, post } = await openOwnApp();
const hello = '{"greeting":"Grüße"}';

/** From then on greetings are given in front of the framework. */
beforeEach(async () => {
  await post(hello);
  course().greetings.length = 0;
});

test('behind the first answer, the next one comes without the framework, the same in all but its id', async () => {
  const asFramework = await post(hello, { path: newPath() });
  let again: Reply | undefined;
  expect(
    await askedBy(async () => {
      again = await post(hello);
    }),
  ).toBe(0);
  expect(asFramework.status).toBe(200);
  expect(again).toEqual({ ...asFramework, id: again?.id });
  expect(course().greetings).toEqual(['Grüße', 'Grüße']);
  expect(course().told.at(-1)).toMatchObject({ id: again?.id, method: 'POST', route: '/own' });
});

test('each is read for itself, also where many come on one connection after the other', async () => {
  const sent = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(n + 1));
  await askedBy(async () => {
    for (const greeting of sent) {
      expect(jsonOf(await post(JSON.stringify({ greeting }))).greeting).toBe(greeting);
    }
  });
  expect(course().greetings).toEqual(sent);
});

test.each<[string, string, Sent, number]>([
  ['is no JSON', '{"greeting":', {}, 400],
  ['isn’t what the route takes', '{"greeting":[]}', {}, 400],
  ['is no object', 'null', {}, 400],
  ['reaches for the prototype', '{"greeting":"", "__proto__":{"greeting":""}}', {}, 400],
  ['does so in disguise', '{"greeting":"", "\\u005f_proto__":{}}', {}, 400],
  ['has anything in disguise', '{"greeting":"Gr\\u00fc\\u00dfe"}', {}, 200],
  ['is larger than any', JSON.stringify({ greeting: 'x'.repeat(BODY_MAX_BYTES) }), {}, 413],
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
  expect(course().greetings).toEqual(status === 200 ? ['Grüße'] : []);
  // As it is told where nobody stands in front of the framework.
  const asFramework = await post(body, { ...sent, path: newPath() });
  expect(reply).toEqual({ ...asFramework, id: reply?.id });
  // The connection is none the worse.
  expect(await askedBy(async () => expect((await post(hello)).status).toBe(200))).toBe(0);
});

const pieces = [hello.slice(0, 5), hello.slice(5)] as const;

/** @returns the status of the answer */
async function postInPieces(between: Promise<unknown>) {
  const { port } = app.server.address() as AddressInfo;
  const status = Promise.withResolvers<number | undefined>();
  const headers = {
    ...json,
    authorization: 'Bearer of-ada',
    'content-length': Buffer.byteLength(hello),
  };
  const sent = httpRequest({ host: '127.0.0.1', port, method: 'POST', path: '/own', headers });
  sent.on('error', status.reject);
  sent.on('response', (response) => status.resolve(response.resume().statusCode));
  sent.write(pieces[0]);
  await between;
  sent.end(pieces[1]);
  return status.promise;
}

/** Whose the next request is isn't known before so many bytes of it are here. @returns once it has begun */
function knowLate(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    app.server.prependOnceListener('request', (request: IncomingMessage) => {
      course().known = expect.poll(() => request.readableLength).toBe(bytes);
      resolve();
    });
  });
}

test('one that is still to come is the framework’s, and whole', async () => {
  const hasBegun = new Promise((resolve) => app.server.once('request', resolve));
  expect(await askedBy(async () => expect(await postInPieces(hasBegun)).toBe(200))).toBe(1);
  expect(course().greetings).toEqual(['Grüße']);
});

test('one that came in pieces while the shopper was looked up is read whole', async () => {
  const hasBegun = knowLate(Buffer.byteLength(hello));
  expect(await askedBy(async () => expect(await postInPieces(hasBegun)).toBe(200))).toBe(0);
  expect(course().greetings).toEqual(['Grüße']);
});

test('one that is larger than any is so also where all of it is there when it is looked at', async () => {
  const body = JSON.stringify({ greeting: 'x'.repeat(BODY_MAX_BYTES) });
  void knowLate(body.length);
  expect((await post(body)).status).toBe(413);
  expect(course().greetings).toEqual([]);
});

test('nothing is done for who has no good token', async () => {
  const { status } = await get('of-nobody', { method: 'POST', body: hello, headers: json });
  expect([status, course().greetings]).toEqual([401, []]);
});

test('what can’t be done is told, and isn’t tried once more', async () => {
  course().failure = new Refusal('PRODUCT_MISSING');
  const reply = await post(hello);
  expect([reply.status, jsonOf(reply)]).toEqual([
    404,
    { success: false, message: 'Product does not exist' },
  ]);
  expect(course().greetings).toHaveLength(1);
});
