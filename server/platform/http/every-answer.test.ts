/** What a browser may do with an answer, and who may keep it: for every kind of answer that there is. */
import { expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { builtPages } from '../../shop/pages/built.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { composeRequest, sendBytes } from './raw.testing.ts';

const PUBLIC_URL = 'https://shop.test';
const shop = await openTestShop({ pages: await builtPages(), publicUrl: PUBLIC_URL });
await replaceIdentity(shop.services, { name: 'Nord', accent: '#b4235a' });
const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));
const ask = (line: string, head: string[] = [], body = '') =>
  sendBytes(port, composeRequest(line, head, body));

const { username, token } = await shop.shopper();
const leaving = await shop.shopper();
const bearer = [`authorization: Bearer ${token}`];
const json = ['content-type: application/json'];
const page = await ask('GET /');
const [, script = ''] = /"(\/assets\/[^" ]+\.js)"/.exec(page.body) ?? [];
const [, icon = ''] = /"(\/identity\/[^" ]+\.svg)"/.exec(page.body) ?? [];
const [, manifest = ''] = /"(\/identity\/[^" ]+\.webmanifest)"/.exec(page.body) ?? [];

const data = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ofPage =
  /^default-src 'none'; script-src 'self'( 'sha256-[^']+=')+; style-src 'self' 'sha256-[^']+=';/;
const ofPicture =
  /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri/;
const ofDocs = /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/;
const [HTML, JSON_TYPE] = ['text/html; charset=utf-8', 'application/json; charset=utf-8'];
const [SVG, MANIFEST] = [
  'image/svg+xml; charset=utf-8',
  'application/manifest+json; charset=utf-8',
];

/** What only a document can do anything about. */
const documentHeaders = {
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Replies before routing: they are errors, and no browser renders them. */
const refusedAtOnce = ['a bad address', 'what is no HTTP', 'CONNECT', 'too long a header'];

const DOCS_FILE = '/api/docs/static/swagger-ui.css';

type Asked = [line: string, head?: string[], body?: string];
interface Answer {
  status: number;
  type?: string | undefined;
  cacheControl?: string;
  policy?: string | RegExp;
}
const page200 = { status: 200, type: HTML, cacheControl: 'no-cache', policy: ofPage };
const page404 = { ...page200, status: 404 };
const cached = { status: 200, cacheControl: 'no-cache' };
const anHour = 'public, max-age=3600';
const kept = { status: 200, cacheControl: 'public, max-age=31536000, immutable' };
const credentials = JSON.stringify({ username, password: PASSWORD });
const leave = [`authorization: Bearer ${leaving.token}`];

function expectSafe(headers: Readonly<Record<string, string>>): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
  expect(headers['content-security-policy']).toMatch(/base-uri 'none'.*frame-ancestors 'none'$/);
}

/** Unless its row says otherwise, an answer is JSON, uncacheable, with the policy of data. */
test.each<[string, Asked, Answer]>([
  ['a page', ['GET /?x=1'], page200],
  ['a cached page', ['GET /'], page200],
  ['a page that is none', ['GET /nothing'], page404],
  ['a product’s page', ['GET /?product=summit-leather-high-tops'], page200],
  ['a product’s page that is none', ['GET /?product=none'], page404],
  ['its details', ['GET /product-details?product=none'], { status: 404 }],
  ['a list', ['GET /api/v1/products?limit=2'], cached],
  ['a cached list', [`GET ${paths.products}`], cached],
  ['a product', ['GET /api/v1/products/none'], { status: 404 }],
  ['a search without products', [`GET ${paths.search}?value=qqq`], { ...cached, status: 404 }],
  ['a cart', [`GET ${paths.cart}`, bearer], { status: 200 }],
  ['a wallet', [`GET ${paths.wallet}`, bearer], { status: 200 }],
  ['addresses', [`GET ${paths.addresses}`, bearer], { status: 200 }],
  ['a login', [`POST ${paths.login}`, json, credentials], { status: 201 }],
  ['a logout', [`POST ${paths.logout}`, leave], { status: 204, type: undefined }],
  ['a refusal', [`POST ${paths.login}`, json, '{}'], { status: 400 }],
  ['a missing token', [`GET ${paths.cart}`], { status: 401 }],
  ['a bad cursor', [`GET ${paths.products}?cursor=x`], { status: 400 }],
  ['an unknown call', ['GET /api/v1/nothing'], { status: 404 }],
  ['a wrong method', [`DELETE ${paths.cart}`], { status: 405 }],
  ['a post to a page', ['POST /'], { status: 404 }],
  ['a bad address', ['GET /%zz'], { status: 400 }],
  ['what is no HTTP', ['GET / /'], { status: 400 }],
  ['CONNECT', ['CONNECT shop:443'], { status: 400 }],
  ['two hosts', ['GET /', ['host: another']], { status: 400 }],
  ['too long a header', ['GET /', [`x-long: ${'x'.repeat(20_000)}`]], { status: 431 }],
  [
    'what is not JSON',
    [`POST ${paths.login}`, ['content-type: text/xml'], '<a/>'],
    { status: 415 },
  ],
  ['the head of a page', ['HEAD /'], page200],
  ['another icon', ['GET /favicon.ico'], { status: 302, type: undefined, cacheControl: anHour }],
  [
    'a range of a file beyond its end',
    ['GET /favicon.svg', ['range: bytes=9999-']],
    { status: 400 },
  ],
  ['a file that must be another one', ['GET /favicon.svg', ['if-match: "x"']], { status: 400 }],
  [
    'a range of the documentation',
    [`GET ${DOCS_FILE}`, ['range: bytes=9999999-']],
    { status: 400, policy: ofDocs },
  ],
  ['a body that is too large', [`POST ${paths.login}`, json, ' '.repeat(70_000)], { status: 413 }],
  ['what a browser asks before', [`OPTIONS ${paths.cart}`], { status: 204, type: undefined }],
  ['health', ['GET /healthz'], { status: 200 }],
  [
    'robots.txt',
    ['GET /robots.txt'],
    { status: 200, type: 'text/plain; charset=utf-8', cacheControl: anHour },
  ],
  ['security.txt without a contact', ['GET /.well-known/security.txt'], page404],
  ['the sitemap', ['GET /sitemap.xml'], { ...cached, type: 'application/xml; charset=utf-8' }],
  ['a built file', [`GET ${script}`], { ...kept, type: 'application/javascript; charset=utf-8' }],
  ['another file', ['GET /favicon.svg'], { status: 200, type: SVG, cacheControl: anHour }],
  [
    'a manifest',
    ['GET /manifest.webmanifest'],
    { status: 200, type: MANIFEST, cacheControl: anHour },
  ],
  ['a shop’s own icon', [`GET ${icon}`], { ...kept, type: SVG, policy: ofPicture }],
  ['a shop’s own manifest', [`GET ${manifest}`], { ...kept, type: MANIFEST, policy: ofPicture }],
  [
    'a drawn picture',
    ['GET /placeholders/OS.svg'],
    { status: 200, type: SVG, cacheControl: 'public, max-age=86400' },
  ],
  ['a product picture that is none', ['GET /product-pictures/none/320.webp'], { status: 404 }],
  ['the API’s description', ['GET /api/openapi.json'], { status: 200 }],
  ['the page that shows it', ['GET /api/docs'], { status: 200, type: HTML, policy: ofDocs }],
])('%s', async (kind, asked, expected) => {
  const answer = { type: JSON_TYPE, cacheControl: 'no-store', policy: data, ...expected };
  const { headers, status } = await ask(...asked);
  expect([status, headers['content-type']]).toEqual([answer.status, answer.type]);
  expect(headers['cache-control']).toBe(answer.cacheControl);
  expectSafe(headers);
  expect(headers['content-security-policy']).toMatch(answer.policy);
  if (answer.policy !== ofPicture) {
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
  }
  const names = Object.keys(headers);
  if (kind !== 'a login') expect(names).not.toContain('set-cookie');
  for (const name of ['server', 'x-powered-by', 'access-control-allow-credentials']) {
    expect(names).not.toContain(name);
  }
  if (answer.type === HTML) expect(headers).toMatchObject(documentHeaders);
  if (refusedAtOnce.includes(kind)) return;
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('so are the answers of a shop that fails, sheds or waits', async () => {
  const failing = await openTestShop({ publicUrl: PUBLIC_URL, authRateLimit: 1 });
  const { port } = new URL(await failing.app.listen({ port: 0, host: '127.0.0.1' }));
  const as = await failing.shopper();
  await failing.services.db.schema.dropTable('cart_items').execute();
  const login = composeRequest(`POST ${paths.login}`, json, credentials);
  const send = (request: Buffer) => sendBytes(port, request);
  const answers = [
    await send(composeRequest(`GET ${paths.cart}`, [`authorization: Bearer ${as.token}`])),
    await send(login),
    await send(login),
  ];
  await failing.services.db.destroy();
  answers.push(await send(composeRequest('GET /readyz')));
  Object.assign(failing.app.server, { headersTimeout: 50, requestTimeout: 100 });
  answers.push(await send(Buffer.from('GET / HTTP/1.1\r\nhost: shop')));
  expect(answers.map(({ status }) => status)).toEqual([500, 400, 429, 503, 408]);
  for (const { headers } of answers) {
    expectSafe(headers);
    expect(headers['content-type']).toBe(JSON_TYPE);
  }
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
