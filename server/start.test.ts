import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../contract/paths.ts';
import { freePort } from '../scripts/postgres.ts';
import { openStorage } from './platform/storage/open.ts';
import { PROCESS_TEST_TIMEOUT_MS, spawnShop, startShop } from './testing/shop-process.ts';
import { openTestDatabase, openTestFolder } from './testing/test-database.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });
const folder = await openTestFolder();
const database = await openTestDatabase();

describe('the shop as a process', () => {
  test('answers; told to stop, it answers the request that is running, and keeps what that did', async () => {
    const shop = await startShop(database.env);
    const statusOf = async (path: string) => (await fetch(shop.url + path)).status;
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf(paths.products)).toBe(200);
    await expect.poll(() => statusOf('/readyz'), { timeout: PROCESS_TEST_TIMEOUT_MS }).toBe(200);

    const body = JSON.stringify({ username: 'just-in-time', password: 'learnbydoing' });
    const { hostname, port } = new URL(shop.url);
    const client = connect(Number(port), hostname);
    client.write(
      `POST ${paths.register} HTTP/1.1\r\nhost: shop\r\nexpect: 100-continue\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    // The server has asked for the body, so the request is running.
    await once(client, 'data');
    shop.kill('SIGTERM');
    await shop.logged('stopping');
    await expect.poll(() => fetch(`${shop.url}/healthz`).catch(() => 'refused')).toBe('refused');

    client.write(`${body}GET /healthz HTTP/1.1\r\nhost: shop\r\n\r\n`);
    const replies = await text(client);
    expect(replies).toMatch(/^HTTP\/1.1 201 Created\r\n/);
    expect(replies).toContain('\r\n\r\n{"success":true}HTTP/1.1 200 OK\r\n');
    expect(await shop.ended).toEqual({ code: 0, stderr: '' });
    // The log contains the last reply, too.
    await shop.logged(`"method":"POST","route":"${paths.register}","status":201`);

    const storage = await openStorage({ ...database.options, exclusive: true });
    onTestFinished(() => storage.close());
    expect(await storage.db.selectFrom('users').select('username').execute()).toEqual([
      { username: 'just-in-time' },
    ]);
  });
});

describe('told to stop, the shop waits for nobody who', () => {
  test.each([
    ['is not done with the headers', 'GET / HTTP/1.1\r\nhost: shop\r\n'],
    [
      'does not send the body',
      `POST ${paths.login} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    ],
    ['says nothing at all', ''],
  ])('%s', async (_, begun) => {
    const shop = await startShop({ DATA_DIR: join(folder, `stopped-${begun.length}`) });
    const { hostname, port } = new URL(shop.url);
    const client = connect(Number(port), hostname);
    client.on('error', () => {});
    client.write(begun);
    await fetch(`${shop.url}/healthz`);
    const ended = once(client, 'close');
    shop.kill('SIGTERM');
    expect(await shop.ended).toEqual({ code: 0, stderr: '' });
    await ended;
  });
});

describe('the metrics of a running shop', () => {
  test('are on an address of their own, and end with the shop, whoever is connected', async () => {
    const settings = { METRICS_PORT: '0', METRICS_HOST: '127.0.0.1' };
    const shop = await startShop({ DATA_DIR: join(folder, 'watched'), ...settings });
    const url = /http:\S+\/metrics/.exec(await shop.logged('Metrics are served'))?.[0] ?? '';
    await fetch(`${shop.url}/healthz`);
    const scraped = await fetch(url);
    expect(await scraped.text()).toContain('route="/healthz",status="200"} 1\n');
    expect((await fetch(`${shop.url}/metrics`)).headers.get('content-type')).not.toMatch(/plain/);
    shop.kill('SIGTERM');
    expect(await shop.ended).toEqual({ code: 0, stderr: '' });
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'a log that cannot be written keeps nobody from buying',
  async () => {
    const port = await freePort();
    const settings = { DATA_DIR: join(folder, 'unlogged'), PORT: String(port) };
    const shop = spawnShop(settings, ['sh', '-c', 'exec "$@" >/dev/full', 'sh']);
    const url = `http://127.0.0.1:${port}`;
    const answered = async () => (await fetch(url + paths.products).catch(() => undefined))?.status;
    await expect.poll(answered, { timeout: PROCESS_TEST_TIMEOUT_MS }).toBe(200);
    for (let request = 0; request < 50; request++) expect(await answered()).toBe(200);
    shop.kill('SIGTERM');
    expect(await shop.ended).toEqual({
      code: 0,
      stderr: "The log can't be written: ENOSPC: no space left on device, write.\n",
    });
  },
);

describe('what keeps the shop from starting is one sentence on stderr, and exit code 1', () => {
  async function takePort(): Promise<number> {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    return (other.address() as AddressInfo).port;
  }

  async function expectSentence(settings: Record<string, string>, sentence: RegExp): Promise<void> {
    const { code, stderr } = await spawnShop(settings).ended;
    expect(stderr).toMatch(/^[A-Z][^\n]*\.\n$/);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  }

  test('a malformed PORT', () => expectSentence({ PORT: 'eighty' }, /^PORT must be .*"eighty"/));

  test('a port that is taken', async () => {
    const port = await takePort();
    const settings = { DATA_DIR: join(folder, 'taken'), PORT: String(port) };
    await expectSentence(settings, new RegExp(`^Port ${port} is taken on 127.0.0.1`));
  });

  test('a metrics port that is taken, with the setting that it comes from', async () => {
    const port = await takePort();
    const settings = { DATA_DIR: join(folder, 'metrics-taken'), METRICS_PORT: String(port) };
    const sentence = `^Port ${port} is taken on 127.0.0.1: .* set METRICS_PORT to another one`;
    await expectSentence({ ...settings, METRICS_HOST: '127.0.0.1' }, new RegExp(sentence));
  });

  test('a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expectSentence({ DATA_DIR: join(file, 'shop') }, /^The data folder .* can't be written/);
  });

  test('another server on the data folder', async () => {
    const dataDir = join(folder, 'shared');
    const server = await openStorage({ dataDir, exclusive: true });
    onTestFinished(() => server.close());
    await expectSentence({ DATA_DIR: dataDir }, /^Another server is already running on .*shared/);
  });
});
