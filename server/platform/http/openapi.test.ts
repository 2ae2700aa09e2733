import { expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectRefused } from './refused.testing.ts';

const shop = await openTestShop();
const document = (await shop.call('GET', '/api/openapi.json')).json();

const calls: [path: string, method: string, statuses: string[], needsToken: boolean][] = [
  ['/api/v1/auth/register', 'post', ['201', '400', '429'], false],
  ['/api/v1/auth/login', 'post', ['201', '400', '429'], false],
  ['/api/v1/auth/logout', 'post', ['204', '401'], true],
  ['/api/v1/products', 'get', ['200', '400'], false],
  ['/api/v1/products/{id}', 'get', ['200', '404'], false],
  ['/api/v1/products/search', 'get', ['200', '400', '404'], false],
  ['/api/v1/products/facets', 'get', ['200', '400'], false],
  ['/api/v1/products/suggestions', 'get', ['200', '400'], false],
  ['/api/v1/cart', 'get', ['200', '401'], true],
  ['/api/v1/cart', 'post', ['200', '400', '401', '404'], true],
  ['/api/v1/cart/checkout', 'post', ['200', '400', '401', '404', '409', '422'], true],
  ['/api/v1/auth/recovery', 'post', ['204', '400', '429'], false],
  ['/api/v1/user/recovery-codes', 'post', ['201', '400', '401', '429'], true],
  ['/api/v1/user', 'get', ['200', '401'], true],
  ['/api/v1/user', 'delete', ['200', '400', '401', '409', '429'], true],
  ['/api/v1/user/export', 'get', ['200', '401', '429'], true],
  ['/api/v1/user/addresses', 'get', ['200', '401'], true],
  ['/api/v1/user/addresses', 'post', ['200', '400', '401'], true],
  ['/api/v1/user/addresses/{id}', 'delete', ['200', '401', '404'], true],
  ['/api/v1/user/wallet', 'get', ['200', '401'], true],
  ['/api/v1/user/wallet/entries', 'get', ['200', '400', '401'], true],
  ['/api/v1/user/sessions', 'get', ['200', '401'], true],
  ['/api/v1/user/sessions', 'delete', ['200', '400', '401', '429'], true],
  ['/api/v1/user/sessions/{id}', 'delete', ['200', '400', '401', '404', '429'], true],
  ['/api/v1/auth/login/passkey/challenge', 'post', ['201', '429'], false],
  ['/api/v1/auth/login/passkey', 'post', ['201', '400', '429'], false],
  ['/api/v1/user/passkeys', 'get', ['200', '401'], true],
  ['/api/v1/user/passkeys/challenge', 'post', ['201', '400', '401', '429'], true],
  ['/api/v1/user/passkeys', 'post', ['201', '400', '401'], true],
  ['/api/v1/user/passkeys/{id}', 'delete', ['200', '400', '401', '404', '429'], true],
  ['/api/v1/user/logins', 'get', ['200', '401'], true],
  ['/api/v1/user/password', 'post', ['204', '400', '401', '429'], true],
  ['/api/v1/orders', 'get', ['200', '400', '401'], true],
  ['/api/v1/orders/{id}', 'get', ['200', '401', '404'], true],
  ['/api/v1/orders/{id}/cancel', 'post', ['200', '401', '404', '409'], true],
];

test('the API describes itself as OpenAPI 3.1', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Shop API', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
});

test.each(calls)('it has %s, %s, with statuses %s', (path, method, statuses, needsToken) => {
  const operation = document.paths[path][method];
  expect(operation.summary).toEqual(expect.any(String));
  expect(operation.tags).toHaveLength(1);
  for (const status of statuses) {
    expect(operation.responses[status]).toMatchObject({ description: expect.any(String) });
  }
  expect(operation.security).toEqual(needsToken ? [{ bearer: [] }] : undefined);
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, required: true }));
  const parameters: { in: string }[] = operation.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  expect(inPath).toEqual(named.map((parameter) => expect.objectContaining(parameter)));
});

test.each(calls.filter(([, , , needsToken]) => needsToken))(
  '%s, %s is refused without a token, and with one that was never given out',
  async (path, method) => {
    const url = path.replace(/\{\w+\}/g, 'x');
    const verb = method.toUpperCase() as 'GET' | 'POST' | 'DELETE';
    expectRefused(await shop.call(verb, url), 401, messages.loginToContinue);
    const as = { token: 'x' };
    expectRefused(await shop.call(verb, url, { as }), 401, messages.sessionExpired);
  },
);

test('it names the optional headers of checkout', () => {
  const { parameters } = document.paths['/api/v1/cart/checkout'].post;
  const header = { in: 'header', required: false };
  expect(parameters).toEqual([
    expect.objectContaining({ ...header, name: 'idempotency-key' }),
    expect.objectContaining({ ...header, name: 'expected-total' }),
    expect.objectContaining({ ...header, name: 'only-if-placed' }),
  ]);
});

test('it has no other calls', () => {
  const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described.toSorted()).toEqual(
    calls.map(([path, method]) => `${method} ${path}`).toSorted(),
  );
});

test('every error in it has the one shape', () => {
  for (const methods of Object.values<Record<string, { responses: object }>>(document.paths)) {
    for (const { responses } of Object.values(methods)) {
      for (const [status, reply] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const { schema } = reply.content['application/json'];
        if (schema.type === 'array') continue; // A search that finds nothing.
        expect(Object.keys(schema.properties)).toEqual(['success', 'message']);
      }
    }
  }
});

test('the page to read it on answers 200 and may run its own scripts, over plain HTTP too', async () => {
  const page = await shop.call('GET', '/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toMatch('text/html');
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self'/);
  expect(page.headers['content-security-policy']).not.toMatch('upgrade-insecure-requests');
  for (const [, source = ''] of page.body.matchAll(/(?:src|href)="\.?([^"]+\.(?:js|css))"/g)) {
    const { pathname } = new URL(source, 'http://shop.invalid');
    expect((await shop.call('GET', pathname)).statusCode).toBe(200);
  }
});
