import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BODY_MAX_BYTES } from '../../../../contract/limits.ts';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { shoppingIn } from '../../../shop/orders/shopping.testing.ts';
import { openTestShop, type TestShopper } from '../../../testing/test-shop.ts';
import { connectRaw } from '../raw-client.testing.ts';
import { Connections } from './connections.ts';

const warnings: string[] = [];
const stream = { write: (line: string) => warnings.push(line) };
const shop = await openTestShop({ logger: { level: 'warn', stream } });
let port: number;
let shopper: TestShopper;
beforeAll(async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  port = (shop.app.server.address() as AddressInfo).port;
  shopper = await shop.shopper();
  await shop.sell({ id: 'lamp' });
});

const HOST = 'Host: shop\r\n';
const LIST = `GET ${paths.products} HTTP/1.1\r\n${HOST}`;
const LOGIN = `POST ${paths.login} HTTP/1.1\r\n${HOST}`;
const AS_JSON = 'Content-Type: application/json\r\n';
const CHUNKED = 'Transfer-Encoding: chunked';
const json = (body: string) =>
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const bearer = () => `Authorization: Bearer ${shopper.token}\r\n`;
const addTo = (path: string) => `POST ${path} HTTP/1.1\r\n${HOST}${bearer()}`;
const put = (qty: number) => `${addTo(paths.cart)}${json(`{"productId":"lamp","qty":${qty}}`)}`;
const { cart, countOrders, readyShopper } = shoppingIn(shop);

/** The last answer's body. */
function bodyOf(received: string): unknown {
  return JSON.parse(received.slice(received.lastIndexOf('\r\n\r\n')));
}

describe('what is no HTTP is 400 in the shape of every error, and the connection ends', () => {
  const tls = Buffer.from('160301020001000001fc0303', 'hex');
  test.each<[string, string | Buffer]>([
    ['TLS on the plain port', tls],
    ['noise', 'Who is there?\r\n\r\n'],
    ['an unknown method', `BUY / HTTP/1.1\r\n${HOST}\r\n`],
    ['CONNECT', `CONNECT shop:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['another version', `GET / HTTP/9.9\r\n${HOST}\r\n`],
    ['no host', `GET ${paths.products} HTTP/1.1\r\n\r\n`],
    ['two hosts', `${LIST}host: shop\r\n\r\n`],
    ['a blank in the address', `GET /a b HTTP/1.1\r\n${HOST}\r\n`],
    ['a blank before the colon', `GET / HTTP/1.1\r\nHost : shop\r\n\r\n`],
    ['a folded header', `GET / HTTP/1.1\r\n${HOST}X-Long: one\r\n two\r\n\r\n`],
    ['a character that no header has', `GET / HTTP/1.1\r\n${HOST}X-Odd: \u0000\r\n\r\n`],
    ['lines that end with LF alone', 'GET / HTTP/1.1\nHost: shop\n\n'],
    ['a length and chunks', `${LOGIN}Content-Length: 5\r\n${CHUNKED}\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${LOGIN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `],
    ['a length that is none', `${LOGIN}Content-Length: -2\r\n\r\n{}`],
    ['chunks that are not the last encoding', `${LOGIN}${CHUNKED}, gzip\r\n\r\n0\r\n\r\n`],
    ['a chunk without its length', `${LOGIN}${AS_JSON}${CHUNKED}\r\n\r\nzz\r\n{}\r\n`],
  ])('%s', async (_, bytes) => {
    const client = await connectRaw(port, bytes);
    const received = await client.ended();
    expect(client.statuses()).toEqual([400]);
    expect(bodyOf(received)).toEqual({ success: false, message: messages.requestMalformed });
  });
});

describe('what is too much', () => {
  test.each([
    ['one long header', `${LIST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['many headers', `${LIST}${'X-Many: more of the same\r\n'.repeat(1_000)}\r\n`],
    ['a long address', `GET /?value=${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ])('is 431: %s', async (_, bytes) => {
    const client = await connectRaw(port, bytes);
    expect(bodyOf(await client.ended())).toEqual({
      success: false,
      message: messages.headersTooLarge,
    });
    expect(client.statuses()).toEqual([431]);
  });

  test('headers that are only many are all read', async () => {
    const many = 'a:1\r\n'.repeat(2_500);
    const client = await connectRaw(
      port,
      `GET ${paths.cart} HTTP/1.1\r\n${HOST}${many}${bearer()}\r\n`,
    );
    await client.answers(1);
    expect(client.statuses()).toEqual([200]);
  });

  const tooLong = BODY_MAX_BYTES + 1;
  test.each([
    ['by its length, before any of it is read', `Content-Length: ${tooLong}\r\n\r\n`],
    [
      'in chunks',
      `${CHUNKED}\r\n\r\n${tooLong.toString(16)}\r\n${'x'.repeat(tooLong)}\r\n0\r\n\r\n`,
    ],
  ])('is 413: a body, %s', async (_, rest) => {
    const client = await connectRaw(port, `${addTo(paths.addresses)}${AS_JSON}${rest}`);
    const received = await client.answers(1);
    expect(client.statuses()).toEqual([413]);
    expect(received).toContain(messages.bodyTooLarge);
    await client.ended();
  });
});

describe('what is unusual, and allowed', () => {
  test.each([
    ['the whole address', `GET http://shop${paths.products} HTTP/1.1\r\n${HOST}\r\n`, 200],
    ['HTTP/1.0 without a host', `GET ${paths.products} HTTP/1.0\r\n\r\n`, 200],
    [
      'an upgrade that nobody offers',
      `${LIST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      200,
    ],
    ['an expectation that nobody knows', `${LIST}Expect: wonders\r\n\r\n`, 200],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 204],
    ['a method that the shop has no use for', `PROPFIND / HTTP/1.1\r\n${HOST}\r\n`, 404],
  ])('%s', async (_, bytes, status) => {
    const client = await connectRaw(port, bytes);
    await client.answers(1);
    expect(client.statuses()).toEqual([status]);
  });

  test('asking first whether the body is wanted', async () => {
    const body = '{"productId":"lamp","qty":7}';
    const [head, rest] = [`Expect: 100-continue\r\n${json(body)}`.slice(0, -body.length), body];
    const client = await connectRaw(port, `${addTo(paths.cart)}${head}`);
    await client.answers(1);
    client.send(rest);
    await client.answers(2);
    expect(client.statuses()).toEqual([100, 200]);
  });
});

describe('who is slow', () => {
  let timeouts: { headersTimeout: number; requestTimeout: number };
  beforeAll(() => {
    const { headersTimeout, requestTimeout } = shop.app.server;
    timeouts = { headersTimeout, requestTimeout };
    Object.assign(shop.app.server, { headersTimeout: 50, requestTimeout: 100 });
  });
  afterAll(() => Object.assign(shop.app.server, timeouts));

  test('is told so after a while: 408, and a letter at a time does not buy more of it', async () => {
    const head = json(' '.repeat(60_000)).slice(0, -60_000);
    const begun = [
      `${LIST}X-Slow: `,
      `${addTo(paths.cart)}${json('{}').slice(0, -2)}`,
      '',
      `${addTo(paths.cart)}${head}`,
    ];
    const clients = await Promise.all(begun.map((bytes) => connectRaw(port, bytes)));
    const dripping = setInterval(() => clients.at(-1)?.send(' '), 20);
    for (const client of clients) {
      const received = await client.ended();
      expect(client.statuses()).toEqual([408]);
      expect(bodyOf(received)).toEqual({ success: false, message: messages.requestTooSlow });
    }
    clearInterval(dripping);
  });
});

describe('who goes away', () => {
  test('in the middle of a body has changed nothing, and is no defect of ours', async () => {
    const before = await cart(shopper);
    warnings.length = 0;
    const client = await connectRaw(port, put(5).slice(0, -1));
    // The shop has begun with it once it answers what came on another connection later.
    const other = await connectRaw(port, `${LIST}\r\n`);
    await other.answers(1);
    client.socket.destroy();
    await expect.poll(() => openConnections(shop.app)).toBe(1);
    expect(await cart(shopper)).toEqual(before);
    expect(warnings.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  test('after sending an order can send it again, and has ordered once', async () => {
    const as = await readyShopper({ lamp: 1 });
    const { addressId } = as;
    const order =
      `POST ${paths.checkout} HTTP/1.1\r\n${HOST}Authorization: Bearer ${as.token}\r\n` +
      `Idempotency-Key: once\r\n${json(JSON.stringify({ addressId }))}`;
    const client = await connectRaw(port, order);
    client.socket.destroySoon();
    await expect.poll(() => openConnections(shop.app)).toBe(0);
    const again = await connectRaw(port, order);
    await again.answers(1);
    expect(again.statuses()).toEqual([200]);
    expect(await cart(as)).toEqual([]);
    expect(await countOrders(as)).toBe(1);
  });
});

describe('who sends several requests at once', () => {
  const read = () => `GET ${paths.cart} HTTP/1.1\r\n${HOST}${bearer()}\r\n`;

  test('gets replies in their order', async () => {
    const client = await connectRaw(port, put(1) + put(2) + read() + put(4) + read());
    const received = await client.answers(5);
    expect(client.statuses()).toEqual([200, 200, 200, 200, 200]);
    const quantities = [...received.matchAll(/"qty":(\d)/g)].map(([, qty]) => Number(qty));
    expect(quantities).toEqual([1, 2, 2, 4, 4]);
  });

  test('and reads no answer has one made, and is cut off', async () => {
    const connections = new Connections();
    const app = Fastify({ serverFactory: (handle) => connections.createServer(handle) });
    onTestFinished(() => app.close());
    connections.handleInTurn(app);
    let made = 0;
    // More than the operating system's buffers take.
    app.get('/', async ({ socket }) => {
      made++;
      socket.setTimeout(300);
      return Buffer.alloc(32_000_000);
    });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const client = await connectRaw(Number(port));
    client.socket.pause();
    client.send(`GET / HTTP/1.1\r\n${HOST}\r\n`.repeat(16));
    await expect.poll(() => made).toBe(1);
    await expect.poll(() => openConnections(app)).toBe(0);
    expect(made).toBe(1);
  });

  test('and floods the connection with them is cut off', async () => {
    const client = await connectRaw(port, read().repeat(200));
    await client.ended();
    expect(client.statuses().length).toBeLessThan(200);
  });

  test('noise behind a whole request does not take the place of its answer', async () => {
    const client = await connectRaw(port, `${put(3)}noise\r\n\r\n`);
    await client.ended();
    expect(client.statuses()).toEqual([200]);
    expect(client.received()).toContain('[{"productId":"lamp","qty":3}]');
  });
});

function openConnections({ server }: Pick<FastifyInstance, 'server'>): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
