import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { addressPath, paths } from '../../../contract/paths.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { expectRefused } from './refused.testing.ts';

const shop = await openTestShop();
const shopper = await shop.shopper();

const json = { 'content-type': 'application/json' };
const send = (
  path: string,
  body: string | Buffer | undefined,
  headers: Record<string, string> = json,
) => shop.call('POST', path, { as: shopper, body, headers });

const posts = [paths.register, paths.login, paths.cart, paths.checkout, paths.addresses];

describe('R8.2: malformed JSON is 400', () => {
  test.each(posts)('POST %s', async (path) => {
    expectRefused(await send(path, '{"username": "crio-user",'), 400, messages.jsonMalformed);
  });

  test.each([
    '{}}',
    "{'a': 1}",
    '{"a": undefined}',
    'username=crio',
    '\u0000',
    '{"a": 1}{',
    // What reaches for the prototype is like it.
    '{"__proto__": {"username": "crio-user"}, "password": "learnbydoing"}',
    '{"constructor": {"prototype": {"username": "crio-user"}}}',
    '{"\\u005f_proto__": null}',
  ])('%j', async (body) => {
    expectRefused(await send(paths.login, body), 400, messages.jsonMalformed);
    expect(Object.prototype).not.toHaveProperty('username');
  });
});

describe('a body that is JSON but no object is 400', () => {
  test.each(posts)('POST %s', async (path) => {
    for (const body of ['"text"', '7', 'true', 'null', '[{"productId":"a","qty":1}]']) {
      expectRefused(await send(path, body), 400);
    }
    expectRefused(await send(path, '[]'), 400, messages.bodyNotObject);
  });

  test('however deep it goes', async () => {
    expect((await send(paths.login, '['.repeat(60_000))).statusCode).toBe(400);
    const deep = `{"username":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expectRefused(await send(paths.login, deep), 400, messages.usernameNotText);
  });
});

describe('R8.2: a body that is not JSON is 415', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
    '',
  ])('content type "%s"', async (type) => {
    for (const path of posts) {
      const reply = await send(path, '{"username":"crio-user"}', { 'content-type': type });
      expectRefused(reply, 415, messages.notJson);
    }
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'content type "%s" is JSON',
    async (type) => {
      const body = JSON.stringify({ address: 'Zoë, 東京' });
      const reply = await send(paths.addresses, body, { 'content-type': type });
      expect(reply.json().at(-1).address).toBe('Zoë, 東京');
    },
  );
});

test.each(['gzip', 'br', 'GZIP, identity'])('an encoded body is 415 (%s)', async (encoding) => {
  for (const path of posts) {
    const reply = await send(path, '{}', { ...json, 'content-encoding': encoding });
    expectRefused(reply, 415, messages.bodyEncoded);
  }
  const plain = await send(paths.login, '{}', { ...json, 'content-encoding': 'identity' });
  expectRefused(plain, 400, messages.usernameRequired);
});

test('R8.2: a body over 64 kB is 413: bytes count, not characters', async () => {
  const frame = JSON.stringify({ address: '' }).length;
  const addressOf = (text: string) => send(paths.addresses, JSON.stringify({ address: text }));
  const largest = 'x'.repeat(64 * 1024 - frame);
  expectRefused(await addressOf(largest), 400, messages.addressTooLong);
  expectRefused(await addressOf(`${largest}x`), 413, messages.bodyTooLarge);
  expectRefused(await addressOf('東'.repeat(30_000)), 413, messages.bodyTooLarge);
});

describe('a body that is missing or empty is an empty object', () => {
  test.each([
    ['no body, no content type', undefined, {}],
    ['no body, but a content type', undefined, json],
    ['an empty body', '', json],
  ])('%s', async (_, body, headers) => {
    expectRefused(await send(paths.login, body, headers), 400, messages.usernameRequired);
    expectRefused(await send(paths.cart, body, headers), 400, messages.productIdRequired);
    expectRefused(await send(paths.addresses, body, headers), 400, messages.addressEmpty);
  });

  test('calls without a body do not mind the content type that clients send with it', async () => {
    const { username } = shopper;
    const login = await shop.call('POST', paths.login, { body: { username, password: PASSWORD } });
    const call = { as: login.json(), headers: json };
    expect((await shop.call('DELETE', addressPath('none'), call)).statusCode).toBe(404);
    expect((await shop.call('GET', paths.cart, call)).statusCode).toBe(200);
    const logout = await shop.call('POST', paths.logout, { ...call, body: '{}' });
    expect(logout.statusCode).toBe(204);
  });
});

test('a body with a byte that is no UTF-8 is refused with 400, every time', async () => {
  const before = (await shop.call('GET', paths.addresses, { as: shopper })).body;
  const body = Buffer.from('{"address":"1 High Street \xff"}', 'latin1');
  for (let times = 0; times < 3; times++) {
    expect((await send(paths.addresses, body)).statusCode).toBe(400);
  }
  expect((await shop.call('GET', paths.addresses, { as: shopper })).body).toBe(before);
});
