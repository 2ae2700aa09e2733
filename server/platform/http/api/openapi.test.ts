import { expect, test } from 'vitest';
import { type CallName, callOf, pathOf } from '../../../../contract/calls.ts';
import { callNames, endpoints } from '../../../../contract/endpoints/index.ts';
import { PAGE_SIZE_MAX } from '../../../../contract/limits.ts';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { expectRefused } from '../refused.testing.ts';

const shop = await openTestShop();
const document = (await shop.call('GET', '/api/openapi.json')).json();

const templateOf = (name: CallName) => callOf(name).path.replace(/:(\w+)/g, '{$1}');
const isProtected = (name: CallName) => 'needsToken' in endpoints[name];

test('the API describes itself as OpenAPI 3.1, with an operation for each call and no other', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Shop API', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  const described = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method, path]),
  );
  expect(described.toSorted()).toEqual(
    callNames.map((name) => [name, callOf(name).method.toLowerCase(), templateOf(name)]).toSorted(),
  );
});

test.each(callNames)('%s is a route, and so described that clients can be generated', (name) => {
  const { method, path: url } = callOf(name);
  expect(shop.app.hasRoute({ method, url })).toBe(true);
  const operation = document.paths[templateOf(name)][method.toLowerCase()];
  expect(operation).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] });
  expect(operation.security).toEqual(isProtected(name) ? [{ bearer: [] }] : []);
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, required: true }));
  const inPath = operation.parameters.filter(
    (parameter: { in: string }) => parameter.in === 'path',
  );
  expect(inPath).toEqual(named.map((parameter) => expect.objectContaining(parameter)));
  for (const [status, reply] of Object.entries<Reply>(operation.responses)) {
    expect(reply).toMatchObject({ description: expect.any(String) });
    const isNothingFound = name === 'searchProducts' && status === '404';
    if (Number(status) < 400 || isNothingFound) continue;
    expect(reply.content['application/json'].schema.$ref).toBe('#/components/schemas/Error');
  }
});

interface Reply {
  description: string;
  content: { 'application/json': { schema: { $ref?: string } } };
}

test('schemas have names, numbers are numbers, and no keyword is our own', () => {
  const list = document.paths[paths.products].get;
  const { schema } = list.responses[200].content['application/json'];
  expect(schema.items).toEqual({ $ref: '#/components/schemas/Product' });
  const limit = { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX };
  expect(list.parameters).toContainEqual(
    expect.objectContaining({ in: 'query', name: 'limit', schema: limit }),
  );
  expect(Object.keys(list.responses[200].headers)).toEqual(['X-Request-Id', 'ETag', 'Link']);
  expect(document.components.schemas.Credentials.required).toEqual(['username', 'password']);
  expect(document.components.schemas.Product.properties.cost).toMatchObject({ format: 'double' });
  expect(JSON.stringify(document)).not.toMatch(/"(refusal|shownAs|needs)":/);
  for (const [, name = ''] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    expect(document.components.schemas).toHaveProperty(name);
  }
});

test.each(callNames.filter(isProtected))(
  '%s is refused without a token, and with one that was never given out',
  async (name) => {
    const { method, path } = callOf(name);
    const url = pathOf(path, 'x');
    expectRefused(await shop.call(method, url), 401, messages.loginToContinue);
    const as = { token: 'x' };
    expectRefused(await shop.call(method, url, { as }), 401, messages.sessionExpired);
  },
);

test('it names the optional headers of checkout', () => {
  const { parameters } = document.paths[paths.checkout].post;
  const header = { in: 'header', required: false };
  expect(parameters).toEqual([
    expect.objectContaining({ ...header, name: 'idempotency-key' }),
    expect.objectContaining({ ...header, name: 'expected-total' }),
    expect.objectContaining({ ...header, name: 'only-if-placed' }),
  ]);
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
