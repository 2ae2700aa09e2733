import { describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { addressPath, paths } from '../../../contract/paths.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const shopper = await shop.shopper();

const json = { 'content-type': 'application/json' };
const send = (path: string, body: string | undefined, headers: Record<string, string> = json) =>
  shop.call('POST', path, { as: shopper, body, headers });

const posts = [paths.register, paths.login, paths.cart, paths.checkout, paths.addresses];

describe('decisions, malformed JSON is 400', () => {
  test.each(posts)('POST %s', async (path) => {
    const reply = await send(path, '{"username": "crio-user",');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ success: false, message: messages.jsonMalformed });
  });

  test.each(['{', '{}}', "{'a': 1}", '{"a": undefined}', 'username=crio', '\u0000', '{"a": 1}{'])(
    '%j',
    async (body) => {
      const reply = await send(paths.login, body);
      expect([reply.statusCode, reply.json().message]).toEqual([400, messages.jsonMalformed]);
    },
  );

  test.each([
    '{"__proto__": {"username": "crio-user"}, "password": "learnbydoing"}',
    '{"constructor": {"prototype": {"username": "crio-user"}}}',
    '{"\\u005f_proto__": null}',
  ])('a body that reaches for the prototype is like one: %s', async (body) => {
    const reply = await send(paths.login, body);
    expect([reply.statusCode, reply.json().message]).toEqual([400, messages.jsonMalformed]);
    expect(Object.prototype).not.toHaveProperty('username');
  });
});

describe('a body that is JSON but no object is 400', () => {
  test.each(posts)('POST %s', async (path) => {
    for (const body of ['[]', '"text"', '7', 'true', 'null', '[{"productId":"a","qty":1}]']) {
      const reply = await send(path, body);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ success: false, message: expect.any(String) });
    }
    expect((await send(path, '[]')).json().message).toBe(messages.bodyNotObject);
  });

  test('however deep it goes', async () => {
    expect((await send(paths.login, '['.repeat(60_000))).statusCode).toBe(400);
    const deep = `{"username":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect((await send(paths.login, deep)).json().message).toBe(messages.usernameNotText);
  });
});

describe('decisions, a body that is not JSON is 415', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['application/jsonp'],
    ['nonsense'],
    [''],
  ])('content type "%s"', async (type) => {
    for (const path of posts) {
      const reply = await send(path, '{"username":"crio-user"}', { 'content-type': type });
      expect(reply.statusCode).toBe(415);
      expect(reply.json()).toEqual({ success: false, message: messages.notJson });
    }
  });

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('content type "%s" is JSON', async (type) => {
    const body = JSON.stringify({ address: 'Zoë, 東京' });
    const reply = await send(paths.addresses, body, { 'content-type': type });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().at(-1).address).toBe('Zoë, 東京');
  });
});

test.each(['gzip', 'br', 'deflate', 'GZIP, identity'])(
  'a body that is encoded is 415 (%s)',
  async (encoding) => {
    for (const path of posts) {
      const reply = await send(path, '{}', { ...json, 'content-encoding': encoding });
      expect(reply.statusCode).toBe(415);
      expect(reply.json()).toEqual({ success: false, message: messages.bodyEncoded });
    }
    const plain = await send(paths.login, '{}', { ...json, 'content-encoding': 'identity' });
    expect(plain.json().message).toBe(messages.usernameRequired);
  },
);

describe('decisions, a body over 64 kB is 413', () => {
  const addressOf = (bytes: number) => {
    const frame = JSON.stringify({ address: '' }).length;
    return JSON.stringify({ address: 'x'.repeat(bytes - frame) });
  };

  test('a byte more is too large', async () => {
    const reply = await send(paths.addresses, addressOf(64 * 1024 + 1));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toEqual({ success: false, message: messages.bodyTooLarge });
  });

  test('64 kB are read', async () => {
    const reply = await send(paths.addresses, addressOf(64 * 1024));
    expect(reply.json().message).toBe(messages.addressTooLong);
  });

  test('it is bytes that count, not characters', async () => {
    const reply = await send(paths.addresses, JSON.stringify({ address: '東'.repeat(30_000) }));
    expect(reply.statusCode).toBe(413);
  });
});

describe('a body that is missing or empty is an empty object', () => {
  test.each([
    ['no body, no content type', undefined, {}],
    ['no body, but a content type', undefined, json],
    ['an empty body', '', json],
  ])('%s', async (_, body, headers) => {
    expect((await send(paths.login, body, headers)).json().message).toBe(messages.usernameRequired);
    expect((await send(paths.cart, body, headers)).json().message).toBe(messages.productIdRequired);
    expect((await send(paths.addresses, body, headers)).json().message).toBe(messages.addressEmpty);
  });

  test('calls without a body do not mind the content type that clients send with it', async () => {
    const { username } = shopper;
    const login = await shop.call('POST', paths.login, { body: { username, password: PASSWORD } });
    const as = login.json();
    const [address] = (
      await shop.call('POST', paths.addresses, { as, body: { address: '1 Long Road' } })
    ).json();
    const path = addressPath(address._id);
    expect((await shop.call('DELETE', path, { as, headers: json })).statusCode).toBe(200);
    expect((await shop.call('GET', paths.cart, { as, headers: json })).statusCode).toBe(200);
    const logout = await shop.call('POST', paths.logout, { as, body: '{}', headers: json });
    expect(logout.statusCode).toBe(204);
  });
});

test('a body with a byte that is no UTF-8 is refused with 400, every time', async () => {
  const as = await shop.shopper();
  const body = Buffer.concat([
    Buffer.from('{"address":"1 High Street '),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ]);
  const headers = { 'content-type': 'application/json' };
  for (let times = 0; times < 3; times++) {
    const reply = await shop.call('POST', paths.addresses, { as, body, headers });
    expect(reply.statusCode).toBe(400);
  }
  expect((await shop.call('GET', paths.addresses, { as })).json()).toEqual([]);
});
