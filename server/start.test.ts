import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { getuid, platform } from 'node:process';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../contract/paths.ts';
import { freePort } from '../scripts/postgres.ts';
import { openStorage } from './platform/storage/open.ts';
import { addEvent } from './platform/webhooks/store.ts';
import { areEventsWanted } from './platform/webhooks/wanted.ts';
import {
  PROCESS_TEST_TIMEOUT_MS,
  runningFirst,
  spawnShop,
  startShop,
} from './testing/shop-process.ts';
import { openTestDatabase, openTestFolder } from './testing/test-database.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });
const folder = await openTestFolder();
const database = await openTestDatabase();

test('the shop as a process answers; told to stop, it answers the request that is running, and keeps what that did', async () => {
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

test('the shop reads qkart.env, notes for commands whether it sends events, and cleans the outbox up without a receiver', async () => {
  const home = await openTestFolder(onTestFinished);
  const { options, env } = await openTestDatabase(onTestFinished);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const settings = { ...env, WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: secret };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
  await writeFile(join(home, 'qkart.env'), lines.join(''));
  const inHome = ['env', '-C', home];
  const first = await startShop({}, inHome);
  const storage = await openStorage({ ...options, exclusive: false });
  onTestFinished(() => storage.close());
  const { db } = storage;
  expect(await areEventsWanted(db)).toBe(true);
  first.kill('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, stderr: '' });

  const user = { id: 'u', username: 'u', username_key: 'U', password_hash: '', created_at: 1 };
  await db.insertInto('users').values(user).execute();
  const event = { type: 'account.erased', timestamp: '', data: { customer: { id: 'u' } } } as const;
  const row = { user_id: 'u', order_id: null, number: 0, created_at: 1, event };
  await db.transaction().execute((tx) => addEvent(tx, 'old', row));
  // The environment wins.
  await startShop({ WEBHOOK_URL: '', WEBHOOK_SECRET: '' }, inHome);
  expect(await areEventsWanted(db)).toBe(false);
  await expect.poll(() => db.selectFrom('events').select('id').execute()).toEqual([]);
});

test('told to stop, the shop waits for nobody whose request is not complete', async () => {
  const begun = [
    'GET / HTTP/1.1\r\nhost: shop\r\n',
    `POST ${paths.login} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    '',
  ];
  const shop = await startShop({ DATA_DIR: join(folder, 'stopped') });
  const { hostname, port } = new URL(shop.url);
  const ended = begun.map((bytes) => {
    const client = connect(Number(port), hostname);
    client.on('error', () => {});
    client.write(bytes);
    return once(client, 'close');
  });
  await fetch(`${shop.url}/healthz`);
  shop.kill('SIGTERM');
  expect(await shop.ended).toEqual({ code: 0, stderr: '' });
  await Promise.all(ended);
});

test('the metrics of a running shop are on an address of their own, and end with the shop', async () => {
  const settings = { METRICS_PORT: '0', METRICS_HOST: '127.0.0.1' };
  const shop = await startShop({ DATA_DIR: join(folder, 'watched'), ...settings });
  const url = /http:\S+\/metrics/.exec(await shop.logged('Metrics are served'))?.[0] ?? '';
  await fetch(`${shop.url}/healthz`);
  expect(await (await fetch(url)).text()).toContain('route="/healthz",status="200"} 1\n');
  expect((await fetch(`${shop.url}/metrics`)).headers.get('content-type')).not.toMatch(/plain/);
  shop.kill('SIGTERM');
  expect(await shop.ended).toEqual({ code: 0, stderr: '' });
});

test('told to stop at the moment at which it listens, the shop stops as it does later', async () => {
  const signalling = `import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      this.once('listening', () => process.kill(process.pid, 'SIGTERM'));
      return listen.apply(this, args);
    };`;
  const DATA_DIR = join(folder, 'hardly-started');
  const shop = spawnShop({ DATA_DIR, ...runningFirst(signalling) });
  expect(await shop.ended).toEqual({ code: 0, stderr: '' });
  await shop.logged('stopping');
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

test.skipIf(platform !== 'linux')('a shop with a low priority builds its index', async () => {
  const { env } = await openTestDatabase(onTestFinished);
  // Only root may raise a priority.
  const withoutRight = getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : [];
  const launcher = [...withoutRight, 'nice', '--adjustment=12'];
  const shop = await startShop({ ...env, DEMO_CATALOGUE: 'on' }, launcher);
  const isReady = async () => (await fetch(new URL('/readyz', shop.url))).ok;
  await vi.waitFor(async () => expect(await isReady()).toBe(true), PROCESS_TEST_TIMEOUT_MS);
});

describe('what keeps the shop from starting is one sentence on stderr, and exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const shared = await openStorage({ dataDir: join(folder, 'shared'), exclusive: true });
  afterAll(() => {
    other.close();
    return shared.close();
  });
  const metrics = { METRICS_PORT: String(port), METRICS_HOST: '127.0.0.1' };

  // All are started at the same time.
  test.concurrent.for<[string, Record<string, string>, RegExp]>([
    ['a malformed PORT', { PORT: 'eighty' }, /^PORT must be .*"eighty"/],
    ['a port that is taken', { PORT: String(port) }, /^Port \d+ is taken on 127.0.0.1/],
    [
      'a metrics port that is taken, with the setting that it comes from',
      metrics,
      /^Port \d+ is taken on 127.0.0.1: .* set METRICS_PORT to another one/,
    ],
    [
      'a data folder that cannot be written',
      { DATA_DIR: join(file, 'shop') },
      /^The data folder .* can't be written/,
    ],
    [
      'another server on the data folder',
      { DATA_DIR: join(folder, 'shared') },
      /^Another server is already running on .*shared/,
    ],
  ])('%s', async ([name, settings, sentence], { onTestFinished }) => {
    const dataDir = join(folder, name.replaceAll(' ', '-'));
    const shop = spawnShop({ DATA_DIR: dataDir, ...settings }, [], onTestFinished);
    const { code, stderr } = await shop.ended;
    expect(stderr).toMatch(/^[A-Z][^\n]*\.\n$/);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  });
});
