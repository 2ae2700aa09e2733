/** What a browser may do with an answer, and who may keep it: for every kind of answer that there is. */
import { expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { builtPages } from '../../shop/pages/built.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { composeRequest, sendBytes } from './raw.testing.ts';

const shop = await openTestShop({ pages: await builtPages() });
const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));
const ask = (line: string, head: string[] = [], body = '') =>
  sendBytes(port, composeRequest(line, head, body));

const { username, token } = await shop.shopper();
const leaving = await shop.shopper();
const bearer = [`authorization: Bearer ${token}`];
const json = ['content-type: application/json'];
const page = await ask('GET /');
const [script = ''] = /\/assets\/[^"]+\.js/.exec(page.body) ?? [];

const data = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ofPage = /^default-src 'none'; script-src 'self'( 'sha256-[^']+=')+; style-src 'self';/;
const ofDocs = /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/;
const [HTML, JSON_TYPE] = ['text/html; charset=utf-8', 'application/json; charset=utf-8'];

/** What only a document can do anything about. */
const documentHeaders = {
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Before anybody knows what is asked for: what these say is an error, and nothing that a browser shows. */
const refusedAtOnce = ['a bad address', 'what is no HTTP'];

type Asked = [line: string, head?: string[], body?: string];
test.each<[string, Asked, number, string | undefined, string, string | RegExp]>([
  ['a page', ['GET /?x=1'], 200, HTML, 'no-cache', ofPage],
  ['a cached page', ['GET /'], 200, HTML, 'no-cache', ofPage],
  ['a page that is none', ['GET /nothing'], 404, HTML, 'no-cache', ofPage],
  ['a product’s page', ['GET /?product=summit-hiking-boots'], 200, HTML, 'no-cache', ofPage],
  ['a product’s page that is none', ['GET /?product=none'], 404, HTML, 'no-cache', ofPage],
  ['its details', ['GET /product-details?product=none'], 404, JSON_TYPE, 'no-store', data],
  ['a list', ['GET /api/v1/products?limit=2'], 200, JSON_TYPE, 'no-cache', data],
  ['a cached list', [`GET ${paths.products}`], 200, JSON_TYPE, 'no-cache', data],
  ['a product', ['GET /api/v1/products/none'], 404, JSON_TYPE, 'no-store', data],
  [
    'a search without products',
    [`GET ${paths.search}?value=qqq`],
    404,
    JSON_TYPE,
    'no-cache',
    data,
  ],
  ['a cart', [`GET ${paths.cart}`, bearer], 200, JSON_TYPE, 'no-store', data],
  ['a wallet', [`GET ${paths.wallet}`, bearer], 200, JSON_TYPE, 'no-store', data],
  ['addresses', [`GET ${paths.addresses}`, bearer], 200, JSON_TYPE, 'no-store', data],
  [
    'a login',
    [`POST ${paths.login}`, json, JSON.stringify({ username, password: PASSWORD })],
    201,
    JSON_TYPE,
    'no-store',
    data,
  ],
  [
    'a logout',
    [`POST ${paths.logout}`, [`authorization: Bearer ${leaving.token}`]],
    204,
    undefined,
    'no-store',
    data,
  ],
  ['a refusal', [`POST ${paths.login}`, json, '{}'], 400, JSON_TYPE, 'no-store', data],
  ['a missing token', [`GET ${paths.cart}`], 401, JSON_TYPE, 'no-store', data],
  ['a bad cursor', [`GET ${paths.products}?cursor=x`], 400, JSON_TYPE, 'no-store', data],
  ['an unknown call', ['GET /api/v1/nothing'], 404, JSON_TYPE, 'no-store', data],
  ['a wrong method', [`DELETE ${paths.cart}`], 405, JSON_TYPE, 'no-store', data],
  ['a post to a page', ['POST /'], 404, JSON_TYPE, 'no-store', data],
  ['a bad address', ['GET /%zz'], 400, JSON_TYPE, 'no-store', data],
  ['what is no HTTP', ['GET / /'], 400, JSON_TYPE, 'no-store', data],
  [
    'a body that is too large',
    [`POST ${paths.login}`, json, ' '.repeat(70_000)],
    413,
    JSON_TYPE,
    'no-store',
    data,
  ],
  ['what a browser asks before', [`OPTIONS ${paths.cart}`], 204, undefined, 'no-store', data],
  ['health', ['GET /healthz'], 200, JSON_TYPE, 'no-store', data],
  [
    'robots.txt',
    ['GET /robots.txt'],
    200,
    'text/plain; charset=utf-8',
    'public, max-age=3600',
    data,
  ],
  ['the sitemap', ['GET /sitemap.xml'], 200, 'application/xml; charset=utf-8', 'no-cache', data],
  [
    'a built file',
    [`GET ${script}`],
    200,
    'application/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
    data,
  ],
  ['another file', ['GET /favicon.svg'], 200, 'image/svg+xml', 'public, max-age=3600', data],
  ['the API’s description', ['GET /api/openapi.json'], 200, JSON_TYPE, 'no-store', data],
  ['the page that shows it', ['GET /api/docs'], 200, HTML, 'no-store', ofDocs],
])('%s', async (kind, asked, status, type, cacheControl, policy) => {
  const { headers, ...reply } = await ask(...asked);
  expect([reply.status, headers['content-type']]).toEqual([status, type]);
  expect(headers['cache-control']).toBe(cacheControl);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(policy);
  expect(headers['content-security-policy']).toMatch(/base-uri 'none'.*frame-ancestors 'none'$/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
  if (kind !== 'a login') expect(Object.keys(headers)).not.toContain('set-cookie');
  expect(Object.keys(headers)).not.toContain('server');
  expect(Object.keys(headers)).not.toContain('x-powered-by');
  expect(Object.keys(headers)).not.toContain('access-control-allow-credentials');
  expect(headers['x-frame-options']).toBe('DENY');
  if (type === HTML) expect(headers).toMatchObject(documentHeaders);
  if (refusedAtOnce.includes(kind)) return;
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('pages of any origin may show the shop’s pictures', async () => {
  const { headers } = await ask('GET /favicon.svg');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test.each([
  ['a page', '/'],
  ['a list', paths.products],
])('%s that the client has is 304, without a body', async (_, path) => {
  const { headers } = await ask(`GET ${path}`);
  const again = await ask(`GET ${path}`, [`if-none-match: ${headers.etag}`]);
  expect(again).toMatchObject({ status: 304, body: '', headers: { 'cache-control': 'no-cache' } });
});

test('no answer depends on what the client calls the shop', async () => {
  const forged = ['x-forwarded-host: evil.example', 'forwarded: host=evil.example;proto=https'];
  for (const path of ['/', '/login', '/sitemap.xml', '/robots.txt', '/api/openapi.json']) {
    const { body, headers } = await ask(`GET ${path}?forged`, forged);
    expect(body + JSON.stringify(headers)).not.toContain('evil.example');
    const request = `GET ${path}?host HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`;
    const other = await sendBytes(port, Buffer.from(request));
    expect(other.status).toBe(200);
    expect(other.body + JSON.stringify(other.headers)).not.toContain('evil.example');
  }
});

test.each([
  '/../package.json',
  '/assets/../../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/..\\..\\package.json',
  '/assets/%00',
  '//etc/passwd',
  'file:///etc/passwd',
  '/.git/config',
  '/.env',
  '/server/index.js',
  '/assets/',
])('no file but those that are built for it is served: %s', async (path) => {
  const { status, body } = await ask(`GET ${path}`);
  expect([400, 404]).toContain(status);
  expect(body).not.toMatch(/"dependencies"|root:|\[core\]|Index of/);
});
