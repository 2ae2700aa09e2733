import { describe, expect, test } from 'vitest';
import { addressPath, paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const proxied = await openTestShop({ trustProxy: '10.0.0.1' });
const origin = 'https://another-shop.example';

const list = (header: unknown) => String(header).toLowerCase().split(/, */);

describe('R8.5, CORS: any origin, since the API has no cookies', () => {
  test('a browser may send each of its calls, with their headers', async () => {
    const wanted = 'authorization,content-type,idempotency-key,expected-total,only-if-placed';
    for (const [method, path] of [
      ['POST', paths.login],
      ['GET', paths.products],
      ['DELETE', addressPath('any')],
    ] as const) {
      const headers = {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': wanted,
      };
      const reply = await shop.call('OPTIONS', path, { headers });
      expect(reply.statusCode).toBe(204);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
      const methods = list(reply.headers['access-control-allow-methods']);
      expect(methods).toEqual(expect.arrayContaining(['get', 'post', 'delete']));
      const allowed = list(reply.headers['access-control-allow-headers']);
      expect(allowed).toEqual(expect.arrayContaining(wanted.split(',')));
    }
  });

  test.each([
    ['a success', 'GET', paths.products, 200],
    ['a refusal', 'GET', paths.cart, 401],
    ['an unknown path', 'GET', '/api/v1/nothing', 404],
    ['a wrong method', 'PUT', paths.cart, 405],
  ] as const)(
    'it may read %s, and the headers that tell something',
    async (_, method, path, status) => {
      const reply = await shop.call(method, path, { headers: { origin } });
      expect(reply.statusCode).toBe(status);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      const exposed = list(reply.headers['access-control-expose-headers']);
      const told = ['etag', 'link', 'retry-after', 'idempotency-replayed', 'refusal-code'];
      const ofSearches = ['corrected-to', 'relaxed-to', 'extended-to'];
      expect(exposed).toEqual(expect.arrayContaining([...told, ...ofSearches]));
    },
  );

  test('OPTIONS that is no preflight is answered as well', async () => {
    const reply = await shop.call('OPTIONS', paths.cart);
    expect(reply.statusCode).toBe(204);
    expect(reply.body).toBe('');
  });
});

test('every answer has a request id of its own, whatever id was sent', async () => {
  const ask = () => shop.call('GET', '/healthz', { headers: { 'x-request-id': 'mine' } });
  const [one, two] = [await ask(), await ask()];
  expect(one.headers['x-request-id']).not.toBe('mine');
  expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
});

test('HTTPS is asked for where it is spoken, as far as the proxy is believed', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const ask = async (from: string) =>
    (await proxied.call('GET', '/healthz', { headers, from })).headers;
  expect(await ask('10.0.0.1')).toHaveProperty('strict-transport-security');
  expect(await ask('10.0.0.2')).not.toHaveProperty('strict-transport-security');
});
