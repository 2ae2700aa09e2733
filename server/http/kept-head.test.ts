import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { headOf, writeKeptHead } from './kept-head.ts';
import { connectRaw } from './raw-client.testing.ts';

const BODY = 'a product '.repeat(20);
const headers = { 'content-type': 'text/plain', etag: 'W/"ab"' };
const answers = {
  200: { headers: { ...headers, 'content-length': BODY.length }, body: BODY },
  304: { headers, body: undefined },
};

/** Answers `/kept/200` and the like by a kept head, `/node/200` as Node does. */
const server = createServer({ keepAliveTimeout: 70_000 }, ({ url = '' }, response) => {
  const [, by, asked] = url.split('/');
  const status = asked === '304' ? 304 : 200;
  const { headers, body } = answers[status];
  if (by === 'kept') writeKeptHead(response, status, headOf(status, headers));
  else response.writeHead(status, headers);
  response.end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;

const withoutDate = (text: string) => text.replaceAll(/Date: [^\r]+ GMT/g, 'Date: then');
const requestOf = (path: string, protocol = 'HTTP/1.1', lines: string[] = []) =>
  `GET ${path} ${protocol}\r\nHost: shop\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

describe('an answer is what Node would send, letter by letter,', () => {
  test.each<[string, number, string, string[], boolean]>([
    ['that has a body', 200, 'HTTP/1.1', [], false],
    ['that has none', 304, 'HTTP/1.1', [], false],
    ['behind which the client hangs up', 200, 'HTTP/1.1', ['Connection: close'], true],
    ['without a body, behind which it hangs up', 304, 'HTTP/1.1', ['Connection: close'], true],
    ['to a client of old', 200, 'HTTP/1.0', [], true],
    ['to one of old that stays', 200, 'HTTP/1.0', ['Connection: keep-alive'], false],
  ])('%s', async (_, status, protocol, lines, hangsUp) => {
    const ask = async (by: string): Promise<string> => {
      const client = await connectRaw(port, requestOf(`/${by}/${status}`, protocol, lines));
      if (hangsUp) return client.ended();
      await client.answers(1);
      // The next one on the connection begins where this one ends.
      client.send(requestOf('/node/304'));
      return client.answers(2);
    };
    const kept = await ask('kept');
    expect(withoutDate(kept)).toBe(withoutDate(await ask('node')));
    expect(kept).toContain(hangsUp ? 'Connection: close' : 'Keep-Alive: timeout=70');
    expect(kept.includes(BODY)).toBe(status === 200);
  });

  test('where many are asked for at once, in their order', async () => {
    const paths = ['/kept/200', '/node/200', '/kept/304', '/kept/200'];
    const client = await connectRaw(port, paths.map((path) => requestOf(path)).join(''));
    await client.answers(paths.length);
    expect(client.statuses()).toEqual([200, 200, 304, 200]);
  });
});

test('it says when it was sent, to the second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  for (const second of [7, 8]) {
    vi.setSystemTime(`2026-11-23T08:05:0${second}.900Z`);
    const client = await connectRaw(port, requestOf('/kept/200'));
    expect(await client.answers(1)).toContain(
      `\r\nDate: Mon, 23 Nov 2026 08:05:0${second} GMT\r\n`,
    );
  }
});

test.each([
  ['value', { etag: 'a\r\nset-cookie: b' }],
  ['name', { 'etag: a\r\nset-cookie': 'b' }],
])('a %s that would be a header more is no part of a head', (_, headers) => {
  expect(() => headOf(200, headers)).toThrow(TypeError);
});
