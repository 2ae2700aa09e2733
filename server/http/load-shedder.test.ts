import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as messages from '../../contract/messages.ts';
import { paths } from '../../contract/paths.ts';
import { createShopServer } from './connections.ts';
import { Admission, type Shortage } from './load-shedder.ts';
import { connectRaw, type RawClient } from './raw-client.testing.ts';

/** What an answer takes, in milliseconds of the clock that the door looks at. */
let cost = 0;
let clock = 0;
let backlog = 0;
const turnedAway: Shortage[] = [];

const admission = new Admission({
  databaseBacklog: () => backlog,
  onTurnedAway: (shortage) => turnedAway.push(shortage),
  now: () => clock,
});
const server = createShopServer(
  admission.watching(
    admission.inFrontOf((_request, response) => {
      clock += cost;
      response.end('done');
    }),
  ),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
let client: RawClient;
beforeEach(async () => {
  [cost, backlog] = [0, 0];
  turnedAway.length = 0;
  client = await connectRaw(port);
  // Long enough without anybody that whatever was there is done.
  clock += 10_000;
});

/** Requests that arrive together are read in one turn. @returns their statuses */
async function together(...asked: string[]): Promise<number[]> {
  const before = client.statuses().length;
  client.send(asked.map(get).join(''));
  await client.answers(before + asked.length);
  return client.statuses().slice(before);
}

/** As many turns as it takes until there has been too much to do for a while. */
async function overload(): Promise<void> {
  cost = 100;
  for (let turn = 0; turn < 4; turn++) await together('/a');
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('where the processor is short', () => {
  test('a turn that takes long is no reason to turn anybody away', async () => {
    cost = 300;
    expect(await together('/a', '/b', '/c')).toEqual([200, 200, 200]);
    cost = 4;
    expect(await together(...times(30, '/a'))).toEqual(times(30, 200));
    expect(turnedAway).toEqual([]);
  });

  test('but nobody waits for more than a second in it', async () => {
    cost = 40;
    expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
  });

  test('behind one that took long, less', async () => {
    cost = 300;
    expect(await together('/a')).toEqual([200]);
    cost = 8;
    expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
  });

  test('after many long ones, each takes in what can be done in a short one', async () => {
    await overload();
    cost = 2;
    expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
    expect(turnedAway).toEqual(times(4, 'processor'));
  });

  test('orders are turned away last', async () => {
    await overload();
    cost = 4;
    const asked = [...times(21, '/a'), ...times(8, paths.checkout)];
    const answers = [...times(20, 200), 503, ...times(6, 200), ...times(2, 503)];
    expect(await together(...asked)).toEqual(answers);
  });

  test('what a few send at once is let in, however long it takes', async () => {
    await overload();
    expect(await together(...times(22, '/a'))).toEqual([...times(20, 200), ...times(2, 503)]);
    expect(await together(...times(20, '/a'))).toEqual(times(20, 200));
  });

  test('a short turn ends it', async () => {
    await overload();
    cost = 1;
    await together('/a');
    cost = 10;
    expect(await together(...times(30, '/a'))).toEqual(times(30, 200));
  });

  test('and so does a while without anybody', async () => {
    await overload();
    clock += 1_000;
    cost = 10;
    expect(await together(...times(30, '/a'))).toEqual(times(30, 200));
  });
});

describe('where too many wait for the database', () => {
  test('whoever comes is turned away, but for orders, until twice as many wait', async () => {
    backlog = 1;
    expect(await together('/a', paths.checkout)).toEqual([503, 200]);
    backlog = 2;
    expect(await together('/a', paths.checkout)).toEqual([503, 503]);
    backlog = 0.9;
    expect(await together('/a')).toEqual([200]);
    expect(turnedAway).toEqual(['database', 'database', 'database']);
  });
});

test('who watches the shop is always let in', async () => {
  backlog = 5;
  await overload();
  cost = 100;
  expect(await together('/healthz', '/readyz', '/healthz')).toEqual([200, 200, 200]);
});

test('turned away is 503 with Retry-After, in the shape of every error, and the connection stays', async () => {
  backlog = 1;
  await together('/a');
  const [head = '', body = ''] = client.received().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(head).toMatch(/\r\nretry-after: 1\r\n/);
  expect(head).toMatch(/\r\naccess-control-allow-origin: \*\r\n/);
  expect(JSON.parse(body)).toEqual({ success: false, message: messages.overloaded });
  backlog = 0;
  expect(await together('/a')).toEqual([200]);
});

test('a body that is too long is not waited for: the connection ends', async () => {
  backlog = 1;
  client.send('POST /a HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000000\r\n\r\nbegun');
  expect(await client.ended()).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/s);
});

test('once the server stops, whoever is still there is let in', async () => {
  backlog = 1;
  const stopping = new Admission({ databaseBacklog: () => 1, onTurnedAway: () => {} });
  const next = vi.fn();
  stopping.close();
  // Nothing of the answer is touched by who only hands on.
  stopping.inFrontOf(next)({ url: '/a' } as never, {} as never);
  expect(next).toHaveBeenCalledOnce();
});
