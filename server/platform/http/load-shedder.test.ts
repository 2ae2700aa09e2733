import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { ActiveResponses, createShopServer } from './connections.ts';
import { LoadShedder, type ShedReason } from './load-shedder.ts';
import { createPipeline } from './pipeline.ts';
import { connectRaw, type RawClient } from './raw-client.testing.ts';
import { ResponseCache } from './response-cache.ts';

/** Milliseconds that each reply takes, on the shedder's clock. */
let cost = 0;
let clock = 0;
let backlog = 0;
let isStopping = false;
const shed: ShedReason[] = [];

const server = createShopServer(
  createPipeline(
    (_request, response) => {
      clock += cost;
      response.end('done');
    },
    {
      responses: new ActiveResponses(),
      cache: new ResponseCache({
        catalogueVersion: async () => '1',
        buildId: 'test',
        protocolOf: () => '',
        onAnswered() {},
      }),
      shedder: new LoadShedder({ databaseBacklog: () => backlog, now: () => clock }),
      onShed: (reason) => shed.push(reason),
      isStopping: () => isStopping,
    },
  ),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
let client: RawClient;
beforeEach(async () => {
  [cost, backlog] = [0, 0];
  shed.length = 0;
  isStopping = false;
  client = await connectRaw(port);
  // Longer than an overload lasts without new requests.
  clock += 10_000;
});

/** Sends requests that the server reads in one turn. @returns their statuses */
async function together(...asked: string[]): Promise<number[]> {
  const before = client.statuses().length;
  client.send(asked.map(get).join(''));
  await client.answers(before + asked.length);
  return client.statuses().slice(before);
}

/** Long turns, until the shedder takes them for an overload. */
async function overload(): Promise<void> {
  cost = 100;
  for (let turn = 0; turn < 4; turn++) await together('/a');
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('when the processor is short', () => {
  test('one long turn sheds nothing', async () => {
    cost = 300;
    expect(await together('/a', '/b', '/c')).toEqual([200, 200, 200]);
    cost = 4;
    expect(await together(...times(30, '/a'))).toEqual(times(30, 200));
    expect(shed).toEqual([]);
  });

  test('no request waits for more than a second in it', async () => {
    cost = 40;
    expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
  });

  test('the turn after a long one accepts 200 ms of work', async () => {
    cost = 300;
    expect(await together('/a')).toEqual([200]);
    cost = 8;
    expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
  });

  test('in an overload, a turn accepts 50 ms of work', async () => {
    await overload();
    cost = 2;
    expect(await together(...times(30, '/a'))).toEqual([...times(26, 200), ...times(4, 503)]);
    expect(shed).toEqual(times(4, 'processor'));
  });

  test('checkouts are shed last', async () => {
    await overload();
    cost = 4;
    const asked = [...times(21, '/a'), ...times(8, paths.checkout)];
    const answers = [...times(20, 200), 503, ...times(6, 200), ...times(2, 503)];
    expect(await together(...asked)).toEqual(answers);
  });

  test('twenty requests a turn are accepted, however long they take', async () => {
    await overload();
    expect(await together(...times(22, '/a'))).toEqual([...times(20, 200), ...times(2, 503)]);
    expect(await together(...times(20, '/a'))).toEqual(times(20, 200));
  });

  test('a short turn ends the overload', async () => {
    await overload();
    cost = 1;
    await together('/a');
    cost = 10;
    expect(await together(...times(30, '/a'))).toEqual(times(30, 200));
  });

  test('a pause without requests ends it, too', async () => {
    await overload();
    clock += 1_000;
    cost = 10;
    expect(await together(...times(30, '/a'))).toEqual(times(30, 200));
  });
});

describe('when the database is short', () => {
  test('all but checkouts are shed, until the backlog is twice as long', async () => {
    backlog = 1;
    expect(await together('/a', paths.checkout)).toEqual([503, 200]);
    backlog = 2;
    expect(await together('/a', paths.checkout)).toEqual([503, 503]);
    backlog = 0.9;
    expect(await together('/a')).toEqual([200]);
    expect(shed).toEqual(['database', 'database', 'database']);
  });
});

test('health checks are never shed', async () => {
  backlog = 5;
  await overload();
  cost = 100;
  expect(await together('/healthz', '/readyz', '/healthz')).toEqual([200, 200, 200]);
});

test('a shed request gets 503 with Retry-After and the usual error body, and the connection stays open', async () => {
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

test('the rest of a long body is not read: the connection ends', async () => {
  backlog = 1;
  client.send('POST /a HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000000\r\n\r\nbegun');
  expect(await client.ended()).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/s);
});

test('a server that stops sheds nothing', async () => {
  backlog = 1;
  isStopping = true;
  expect(await together('/a')).toEqual([200]);
});
