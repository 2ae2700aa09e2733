import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { addressPath, orderPath, paths, productPath } from '../../../../contract/paths.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { expectRefused } from '../refused.testing.ts';

const shop = await openTestShop();
const shopper = await shop.shopper();

describe('R8.2: wrong method: 405 with Allow', () => {
  test.each([
    [paths.register, 'POST'],
    [paths.login, 'POST'],
    [paths.logout, 'POST'],
    [paths.products, 'GET, HEAD'],
    [productPath('any'), 'GET, HEAD'],
    [paths.search, 'GET, HEAD'],
    [paths.cart, 'GET, HEAD, POST'],
    [paths.checkout, 'POST'],
    [paths.addresses, 'GET, HEAD, POST'],
    [addressPath('any'), 'DELETE'],
    [paths.wallet, 'GET, HEAD'],
    [orderPath('any'), 'GET, HEAD'],
  ])('%s allows %s', async (path, allow) => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];
    for (const method of methods.filter((name) => !allow.split(', ').includes(name))) {
      // inject's type knows fewer methods than HTTP.
      const reply = await shop.call(method as InjectOptions['method'], path, {
        ...(method === 'PUT' && { body: 'not JSON', headers: { 'content-type': 'text/plain' } }),
      });
      expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, allow]);
      if (method !== 'HEAD') expectRefused(reply, 405, messages.methodNotAllowed);
    }
  });
});

describe("R8.2: unknown path: 404 'Not found'", () => {
  test.each([
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/nothing'],
    ['DELETE', '/api/v1'],
    ['GET', '/api/v2/products'],
    ['GET', '/api'],
    ['PUT', '/api/'],
    ['GET', `/${paths.cart}`],
    ['DELETE', `${paths.addresses}/one/two`],
    ['POST', '/somewhere/else'],
    ['GET', '/.env'],
  ] as const)('%s %s', async (method, path) => {
    for (const as of [undefined, shopper]) {
      expectRefused(await shop.call(method, path, { as }), 404, 'Not found');
    }
  });

  test('whatever body is sent there', async () => {
    const headers = { 'content-type': 'text/plain' };
    const reply = await shop.call('POST', '/api/v1/nothing', { body: 'not JSON', headers });
    expectRefused(reply, 404, 'Not found');
  });
});

describe('R8.2: paths are found without regard to case, with or without a slash at the end', () => {
  test.each([
    [paths.products, 200],
    [paths.search, 200],
    [paths.cart, 200],
    [paths.addresses, 200],
    [orderPath('any'), 404],
  ])('%s', async (path, status) => {
    for (const other of [`${path}/`, path.toUpperCase(), `${path.replace('api', 'Api')}/`]) {
      const reply = await shop.call('GET', other, { as: shopper });
      expect([other, reply.statusCode]).toEqual([other, status]);
    }
    expect((await shop.call('PATCH', `${path.toUpperCase()}/`)).statusCode).toBe(405);
  });

  test('parameters keep their case', async () => {
    await shop.sell({ id: 'Mixed-Case' });
    const path = productPath('Mixed-Case');
    expect((await shop.call('GET', path.replace('products', 'PRODUCTS'))).json()._id).toBe(
      'Mixed-Case',
    );
    expect((await shop.call('GET', path.toLowerCase())).statusCode).toBe(404);
  });
});

test('a method that needs a content type and has none is 400, also where there is nothing', async () => {
  // inject's type knows fewer methods than HTTP.
  const reply = await shop.call('QUERY' as InjectOptions['method'], '/nothing');
  expectRefused(reply, 400, messages.requestMalformed);
});

test.each([`${paths.orders}/%zz`, `${paths.addresses}/%E0%A4%A`, '/%', '/api/v1/%ff'])(
  'an address that is malformed is 400: %s',
  async (path) => {
    expectRefused(await shop.call('GET', path, { as: shopper }), 400, messages.urlMalformed);
  },
);

describe('HEAD', () => {
  test.each([paths.products, paths.cart, paths.addresses, paths.wallet])(
    '%s answers like GET, without the body',
    async (path) => {
      const [head, get] = [
        await shop.call('HEAD', path, { as: shopper }),
        await shop.call('GET', path, { as: shopper }),
      ];
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    },
  );
});
