import type { Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { connectRaw, type RawClient } from '../raw-client.testing.ts';
import type { ConnectionLimits } from './connection-shares.ts';
import { Connections } from './connections.ts';

const FLOOD = '127.0.0.1';
const OTHER = '127.0.0.2';
const HEAD = 'HTTP/1.1\r\nHost: shop\r\n';
const ASK = `GET / ${HEAD}\r\n`;
/** More than the operating system's buffers take. */
const LONG = Buffer.alloc(32_000_000);

/** A server with these limits, and without limits of time. */
async function listen(limits: Partial<ConnectionLimits>) {
  const connections = new Connections(undefined, {
    count: 100,
    bytes: 10 * LONG.length,
    ...limits,
  });
  const app = Fastify({ serverFactory: (handle) => connections.createServer(handle) });
  onTestFinished(() => app.close());
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0, timeout: 0 });
  connections.handleInTurn(app);
  app.get('/', async () => 'here');
  app.get('/long', async () => LONG);
  app.post('/', async () => 'here');
  const connected: { socket: Socket; address: string | undefined }[] = [];
  app.server.on('connection', (socket) => {
    connected.push({ socket, address: socket.remoteAddress });
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return {
    connect: (from: string, first?: string) => connectRaw(Number(port), first, from),
    /** How many connections from this address are open. */
    countOpen: (from: string) =>
      connected.filter(({ socket, address }) => address === from && !socket.destroyed).length,
  };
}

const times = (count: number, connect: () => Promise<RawClient>) =>
  Promise.all(Array.from({ length: count }, connect));

test('of too many connections, the network that has most loses an idle one to another network', async () => {
  const { connect, countOpen } = await listen({ count: 4 });
  const body =
    'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';
  const begun = await connect(FLOOD, `POST / ${HEAD}${body}`);
  await begun.answers(1);
  const idle = await times(3, () => connect(FLOOD, ASK));
  for (const client of idle) await client.answers(1);

  const others = await times(2, () => connect(OTHER, ASK));
  for (const client of others) await client.answers(1);
  expect([countOpen(FLOOD), countOpen(OTHER)]).toEqual([2, 2]);
  for (const from of [FLOOD, OTHER]) expect(await (await connect(from, ASK)).ended()).toBe('');

  for (const client of others) {
    client.send(ASK);
    await client.answers(2);
  }
  begun.send('{}');
  await begun.answers(2);
  expect(begun.statuses()).toEqual([100, 200]);
});

test('clients that read no answer take no more memory than there is, and none that others need', async () => {
  // Three answers and their headers, but not four.
  const { connect, countOpen } = await listen({ bytes: 3.5 * LONG.length });
  const [other] = await times(1, () => connect(OTHER));
  const flood = await times(6, () => connect(FLOOD));
  for (const client of [other, ...flood]) {
    client?.socket.pause();
    client?.send(`GET /long ${HEAD}\r\n`);
  }
  await expect.poll(() => countOpen(FLOOD)).toBe(2);
  other?.socket.resume();
  await expect.poll(() => other?.received().length).toBeGreaterThan(LONG.length);
});

test('nor do clients that never finish a request', async () => {
  const { connect, countOpen } = await listen({ bytes: 200_000 });
  const head = `POST / ${HEAD}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
  const begin = `${head}"${'x'.repeat(59_998)}`;
  const other = await connect(OTHER, begin);
  await times(6, () => connect(FLOOD, begin));
  await expect.poll(() => countOpen(FLOOD)).toBe(2);
  other.send('"');
  await other.answers(1);
  expect(other.statuses()).toEqual([200]);
});

test('a connection that is used again and again holds no memory of what was answered', async () => {
  const { connect, countOpen } = await listen({ bytes: 5_000 });
  const busy = await connect(FLOOD);
  for (let count = 1; count <= 200; count++) {
    busy.send(ASK);
    await busy.answers(count);
  }
  const idle = await connect(FLOOD, `POST / ${HEAD}X-Long: ${'x'.repeat(6_000)}`);
  await idle.ended();
  expect(countOpen(FLOOD)).toBe(1);
});
