/** A real HAProxy before two replicas. */
import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as messages from '../contract/messages.ts';
import { paths } from '../contract/paths.ts';
import { freePort } from '../scripts/postgres.ts';
import { startShop } from '../server/testing/shop-process.ts';
import { openTestDatabase, openTestFolder } from '../server/testing/test-database.ts';

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

describe.skipIf(!hasHaproxy)('HAProxy', async () => {
  if (!hasHaproxy) return;
  const { httpPort, ask, askPlain } = await startBalanced(afterAll);

  test('redirects to https, with the path and the search', async () => {
    expect(await askPlain('/?value=a%26b')).toEqual({
      status: 308,
      location: `https://127.0.0.1:${httpPort}/?value=a%26b`,
    });
  });

  test('replaces the address that a client claims', async () => {
    const statuses: unknown[] = [];
    for (let n = 0; n < 6; n++) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `192.0.2.${n}`,
      };
      const body = JSON.stringify({ username: `nobody-${n}`, password: 'a long walk' });
      statuses.push((await ask(paths.login, { method: 'POST', headers }, body)).status);
    }
    expect(statuses).toContain(429);
  });

  test('a network has at most 1,000 requests in ten seconds', async () => {
    const client = '127.0.0.2';
    const ask = () => askPlain('/', client).then(({ status }) => status);
    const statuses: unknown[] = [];
    while (statuses.length < 3_000 && statuses.at(-1) !== 429) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
    }
    expect(statuses.slice(0, 900)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    expect((await askPlain('/')).status).toBe(308);
  });

  test('a network has at most 200 connections', async () => {
    let closed = 0;
    const sockets = Array.from({ length: 210 }, () =>
      connect({ host: '127.0.0.1', port: httpPort, localAddress: '127.0.0.3' })
        .on('error', () => {})
        .on('close', () => {
          closed++;
        }),
    );
    await vi.waitFor(() => expect(closed).toBe(10), { timeout: 9_000, interval: 10 });
    for (const socket of sockets) socket.destroy();
  });

  test('no request fails while a replica is lost, and without any the shop is busy', async () => {
    const { replicas, ask, untilStatus } = await startBalanced(onTestFinished);
    const [first, second] = replicas;
    for (let n = 0; n < 40; n++) {
      if (n === 10) first.kill('SIGKILL');
      expect((await ask(paths.products)).status).toBe(200);
    }
    second.kill('SIGKILL');
    await untilStatus(503);
    const { status, headers, body } = await ask(paths.products);
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { success: false, message: messages.overloaded },
    ]);
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  });
});

/**
 * Starts two replicas and HAProxy before them, and waits until it distributes requests.
 * @param whenDone registers their end: after the test, or after the test file
 */
async function startBalanced(whenDone: (end: () => void) => void) {
  const { env } = await openTestDatabase();
  const settings = { ...env, TRUST_PROXY: 'loopback', AUTH_RATE_LIMIT: '3' };
  const start = () => startShop(settings, [], whenDone);
  const [first, second] = await Promise.all([start(), start()]);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const certificates = await createCertificate();
  const balancer = spawn('haproxy', ['-f', join(import.meta.dirname, 'haproxy.cfg')], {
    env: {
      PATH: process.env.PATH,
      HTTP_ADDRESS: `:${httpPort}`,
      HTTPS_ADDRESS: `:${httpsPort}`,
      CERTIFICATES: certificates,
      REPLICA_1: new URL(first.url).host,
      REPLICA_2: new URL(second.url).host,
    },
    stdio: 'ignore',
  });
  whenDone(() => void balancer.kill('SIGKILL'));
  const ca = await readFile(join(certificates, 'shop.pem'));

  async function ask(path: string, options: RequestOptions = {}, body = '') {
    const target = { host: '127.0.0.1', port: httpsPort, servername: 'localhost', ca, path };
    const sent = request({ ...target, agent: false, ...options });
    sent.end(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    );
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  /** Asks without TLS. The limits count by the local address of the client. */
  function askPlain(path: string, localAddress?: string) {
    return new Promise<{ status: number | undefined; location: string | undefined }>(
      (resolve, reject) => {
        const target = { host: '127.0.0.1', port: httpPort, path, localAddress };
        getPlain(target, (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        }).once('error', reject);
      },
    );
  }

  const untilStatus = (wanted: number) =>
    vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(wanted), {
      timeout: 20_000,
      interval: 100,
    });

  await untilStatus(200);
  return { replicas: [first, second] as const, httpPort, ask, askPlain, untilStatus };
}

/** @returns a folder with a certificate for `localhost` and its key */
async function createCertificate(): Promise<string> {
  const folder = await openTestFolder();
  const file = join(folder, 'shop.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject];
  spawnSync('openssl', [...args, '-keyout', `${file}.key`, '-out', file]);
  return folder;
}
